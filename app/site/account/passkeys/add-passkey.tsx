import type { PublicKeyCredentialCreationOptionsJSON } from "@simplewebauthn/browser"
import { useEffect, useEffectEvent, useState } from "react"
import { Form, href, useNavigation, useSubmit } from "react-router"
import { type PasskeyProblem, passkeyProblem, usePasskeySupport } from "../../kit/passkey-support.ts"
import { Button } from "../../../ui/button.tsx"
import { FormError } from "../../../ui/form-error.tsx"
import { PasswordField } from "../../../ui/password-field.tsx"
import { RequiredNote } from "../../../ui/required-note.tsx"
import { TextField } from "../../../ui/text-field.tsx"

export type AddAnswer =
  | { options: PublicKeyCredentialCreationOptionsJSON }
  | { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> }

type AddPasskeyProps = { suggestedName: string; answer: AddAnswer | null }

export function AddPasskey({ suggestedName, answer }: AddPasskeyProps) {
  const support = usePasskeySupport()
  const { state, formData } = useNavigation()
  const [name, setName] = useState(suggestedName)
  const { making, outcome } = useNewPasskey(answer, name)
  const problem = outcome?.problem ?? null
  const refusal = answer && "errors" in answer ? answer : null
  const errors = Object.entries(refusal?.errors ?? {})
  const busy = making || (state !== "idle" && formData?.get("intent") !== "retirer")

  if (support === "no-script") return <p className="soft">Il faut JavaScript pour parler à votre appareil.</p>
  if (support === "none") return <p className="soft">Ce navigateur ne connaît pas les clés d’accès.</p>
  return (
    <Form method="post" action={href("/cles-d-acces")} className="stack" preventScrollReset>
      <FormError
        errors={[
          ...errors.map(([field, message]) => (field === "form" ? { message } : { message, field: `cle-${field}` })),
          ...(problem ? [{ message: problems[problem] }] : []),
        ]}
        answer={problem ? outcome : refusal}
      />
      <input type="hidden" name="intent" value="commencer" />
      <RequiredNote />
      <TextField
        id="cle-name"
        name="name"
        label="Nom de l’appareil"
        maxLength={60}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
        error={refusal?.errors["name"]}
      />
      <PasswordField
        id="cle-actuel"
        name="actuel"
        label="Mot de passe actuel"
        autoComplete="current-password"
        error={refusal?.errors["actuel"]}
      />
      <Button busy={busy} busyText={making ? "Votre appareil demande…" : "Un instant…"}>
        Ajouter cet appareil
      </Button>
    </Form>
  )
}

type DeviceOutcome = { options: object; problem: PasskeyProblem | null }

function useNewPasskey(answer: AddAnswer | null, name: string): { making: boolean; outcome: DeviceOutcome | null } {
  const submit = useSubmit()
  const options = answer && "options" in answer ? answer.options : null
  const [outcome, setOutcome] = useState<DeviceOutcome | null>(null)

  // Reads the name at submission: it may have changed meanwhile.
  const send = useEffectEvent((response: string) => submit({ intent: "ajouter", name, response }, { method: "post" }))
  useEffect(() => {
    if (!options) return
    let cancelled = false
    const make = async () => {
      try {
        const { startRegistration } = await import("@simplewebauthn/browser")
        const response = await startRegistration({ optionsJSON: options })
        if (cancelled) return
        setOutcome({ options, problem: null })
        await send(JSON.stringify(response))
      } catch (error) {
        if (!cancelled) setOutcome({ options, problem: passkeyProblem(error) })
      }
    }
    void make()
    return () => {
      cancelled = true
    }
  }, [options])

  const isOver = options !== null && outcome?.options === options
  return { making: options !== null && !isOver, outcome: isOver ? outcome : null }
}

const problems: Record<PasskeyProblem, string> = {
  "already-registered": "Cet appareil a déjà une clé d’accès pour votre compte.",
  "given-up": "Rien n’a été ajouté. Recommencez quand vous voulez.",
  failed: "Votre appareil n’a pas pu créer la clé d’accès. Recommencez, ou essayez avec un autre appareil.",
}
