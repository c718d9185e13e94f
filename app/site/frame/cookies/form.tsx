import { type FormEvent, type ReactNode, useState } from "react"
import { href } from "react-router"
import { FieldError } from "../../../ui/field.tsx"
import { readFormChoice, storeChoice } from "./store-choice.ts"

type CookieFormProps = {
  back: string
  onStored?: () => void
  className?: string
  children: ReactNode
}

const preferences = href("/legal/cookies")

/** Reloads with the server's cookie (D23), except over a page in which somebody may be typing. */
export function CookieForm({ back, onStored, className, children }: CookieFormProps) {
  const [failed, setFailed] = useState(false)
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    const form = event.currentTarget
    const choice = readFormChoice(form, submitter)
    if (!onStored) return storeChoice(choice)
    event.preventDefault()
    setFailed(false)
    if (await postChoice(new FormData(form, submitter))) {
      storeChoice(choice)
      onStored()
    } else setFailed(true)
  }
  return (
    <form method="post" action={preferences} className={className} onSubmit={(event) => void onSubmit(event)}>
      <input type="hidden" name="retour" value={back} />
      {children}
      {failed && (
        <div className="col-span-full" role="alert">
          <FieldError>Votre choix n’a pas pu être enregistré. Réessayez dans un instant.</FieldError>
        </div>
      )}
    </form>
  )
}

/** A success is a redirect, which is not followed. */
async function postChoice(fields: FormData): Promise<boolean> {
  const body = new URLSearchParams([...fields].map(([name, value]) => [name, String(value)]))
  try {
    const { type } = await fetch(preferences, { method: "POST", body, redirect: "manual" })
    return type === "opaqueredirect"
  } catch {
    return false
  }
}

/** Refusing must be as easy as accepting: the same button, twice. */
export function AllOrNothing() {
  return (
    <>
      <button type="submit" name="choix" value="accepter" className="button button-secondary button-small">
        Tout accepter
      </button>
      <button type="submit" name="choix" value="refuser" className="button button-secondary button-small">
        Tout refuser
      </button>
    </>
  )
}
