import type { FormEvent, ReactNode } from "react"
import { choiceOfForm, storeChoice } from "./store-choice.ts"
import { keepTyped } from "./typed-over-reload.ts"

/**
 * Posts a choice like any form, so that the server answers with its cookie and the page is loaded anew; a script only
 * adds what the browser's storage keeps: the choice, and what is typed elsewhere on the page until that is done.
 */
export function CookieForm({ back, className, children }: { back: string; className?: string; children: ReactNode }) {
  const store = (event: FormEvent<HTMLFormElement>) => {
    const { submitter } = event.nativeEvent as SubmitEvent
    storeChoice(choiceOfForm(event.currentTarget, submitter))
    keepTyped(back)
  }
  return (
    <form method="post" action="/legal/cookies" className={className} onSubmit={store} data-unkept>
      <input type="hidden" name="retour" value={back} />
      {children}
    </form>
  )
}

/** As easy to refuse as to accept: the same button, twice. */
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
