import { Form, Link, href, useNavigation } from "react-router"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { TextField } from "../../../ui/text-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { errorItems } from "../../../http/refusal.ts"

type CodePageProps = {
  /** Empty when none was requested. */
  retour: string
  recovery: boolean
  answer: { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> } | null
}

export function CodePage({ retour, recovery, answer }: CodePageProps) {
  const { state, formMethod } = useNavigation()
  const errors = answer?.errors ?? {}
  const back = answer?.values["retour"] ?? retour
  const search = (parameters: Record<string, string>) =>
    `?${new URLSearchParams({ ...(back ? { retour: back } : {}), ...parameters })}`
  return (
    <div className="page section">
      <div className="panel stack mx-auto max-w-md gap-5">
        <h1 className="title-section">{recovery ? "Code de secours" : "Code de vérification"}</h1>
        <p>
          {recovery
            ? "Saisissez l’un de vos codes de secours. Il ne servira qu’une fois."
            : "Saisissez le code à six chiffres de votre application d’authentification."}
        </p>
        {/* The field must not keep what it held for the other kind of code. */}
        <Form method="post" action={search(recovery ? { secours: "" } : {})} className="stack" key={String(recovery)}>
          <FormError errors={errorItems(errors)} answer={answer} />
          <input type="hidden" name="retour" value={back} />
          <RequiredNote one />
          <TextField
            id="code"
            name="code"
            label={recovery ? "Code de secours" : "Code à six chiffres"}
            hint={recovery ? "Par exemple abcde-fghjk-mnpqr" : undefined}
            autoComplete={recovery ? "off" : "one-time-code"}
            inputMode={recovery ? "text" : "numeric"}
            autoCapitalize="none"
            spellCheck={false}
            error={errors["code"]}
          />
          <Button wide busy={state !== "idle" && formMethod === "POST"} busyText="Vérification…">
            Se connecter
          </Button>
        </Form>
        <p className="small">
          {recovery ? (
            <Link className="link-alone" to={search({})} replace>
              Utiliser le code de l’application
            </Link>
          ) : (
            <Link className="link-alone" to={search({ secours: "" })} replace>
              Téléphone perdu&nbsp;? Utiliser un code de secours
            </Link>
          )}
        </p>
        <p className="small">
          <Link className="link-alone" to={href("/connexion")}>
            Se connecter avec un autre compte
          </Link>
        </p>
      </div>
    </div>
  )
}
