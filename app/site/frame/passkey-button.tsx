import type { PublicKeyCredentialRequestOptionsJSON } from "@simplewebauthn/browser"
import { useEffect, useState } from "react"
import { href, useFetcher } from "react-router"
import { type PasskeyProblem, passkeyProblem, usePasskeySupport } from "../kit/passkey-support.ts"
import { Button } from "../../ui/button.tsx"
import { FormError } from "../../ui/form-error.tsx"

type Answer =
  | { options: PublicKeyCredentialRequestOptionsJSON }
  | { errors: Readonly<Record<string, string>>; values: Readonly<Record<string, string>> }

/** Absent where the browser has no passkeys. */
export function PasskeyButton({ retour }: { retour: string }) {
  const support = usePasskeySupport()
  const fetcher = useFetcher<Answer>()
  const [outcome, setOutcome] = useState<{ options: object; problem: PasskeyProblem | null } | null>(null)
  const { data, submit, state } = fetcher
  const options = data && "options" in data ? data.options : null
  const action = href("/connexion/cle-d-acces")

  useEffect(() => {
    if (!options) return
    let cancelled = false
    const authenticate = async () => {
      try {
        const { startAuthentication } = await import("@simplewebauthn/browser")
        const response = await startAuthentication({ optionsJSON: options })
        if (cancelled) return
        setOutcome({ options, problem: null })
        await submit({ intent: "ouvrir", retour, response: JSON.stringify(response) }, { method: "post", action })
      } catch (error) {
        if (!cancelled) setOutcome({ options, problem: passkeyProblem(error) })
      }
    }
    void authenticate()
    return () => {
      cancelled = true
    }
  }, [options, submit, retour, action])

  if (support !== "yes") return null
  const isOver = options !== null && outcome?.options === options
  const problem = isOver ? outcome.problem : null
  const refused = data && "errors" in data ? data : null
  return (
    <fetcher.Form method="post" action={action} className="stack">
      <FormError
        errors={[
          ...Object.values(refused?.errors ?? {}).map((message) => ({ message })),
          ...(problem ? [{ message: problems[problem] }] : []),
        ]}
        answer={problem ? outcome : refused}
      />
      <input type="hidden" name="intent" value="demander" />
      <Button variant="secondary" wide busy={state !== "idle" || (options !== null && !isOver)} busyText="Un instant…">
        Utiliser une clé d’accès
      </Button>
    </fetcher.Form>
  )
}

const problems: Record<PasskeyProblem, string> = {
  "already-registered": "Votre appareil n’a pas pu présenter la clé d’accès.",
  "given-up": "Aucune clé d’accès n’a été présentée. Recommencez, ou saisissez votre mot de passe.",
  failed: "Votre appareil n’a pas pu présenter la clé d’accès. Connectez-vous avec votre mot de passe.",
}
