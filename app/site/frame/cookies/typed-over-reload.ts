import { isKeptForm, keptForm } from "../../../kit/kept-fields.ts"
import { forget, keep } from "../../../kit/kept-store.ts"
import { restoreForms } from "../../../kit/restore-forms.ts"

/** Whoever sits there: signing out forgets it like what is typed in the back office. */
const ANYBODY = ""

/** Before the page is loaded anew for another reason than its forms: what is typed in them, for this address only. */
export function keepTyped(place: string): void {
  for (const form of document.forms) {
    if (isKeptForm(form)) keep(ANYBODY, place, keptForm(form))
  }
}

/** Puts it back, once; answers how to stop waiting for fields that are shown late. */
export function putBackTyped(place: string): () => void {
  const { stop } = restoreForms(ANYBODY, place, new Map())
  forget(ANYBODY, place)
  return stop
}
