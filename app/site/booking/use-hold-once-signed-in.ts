import { useEffect, useEffectEvent, useRef } from "react"
import { useFetcher, useLocation, useNavigate, useNavigation } from "react-router"
import { type WizardChoice, choiceFields, wizardSearch } from "../../../domain/booking/choice.ts"
import { shownAccount } from "../../http/shown-account.ts"
import type { WizardView } from "./view.ts"

/**
 * Days that were chosen before signing in, through the header say, are held as soon as the wizard is shown to their
 * customer (D8). Showing a page changes nothing: it is a small post of its own. The page is read again by that post
 * itself, as it was asked for; what was chosen since, and days that could not be had, need the step to be asked for
 * anew. Not once the person has sent it: that says the choice itself, and must not be stopped. Answers what to call then.
 */
export function useHoldOnceSignedIn(view: WizardView, choice: WizardChoice): () => void {
  const holder = useFetcher<{ held?: boolean }>()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { signedIn } = view
  // What is sent shows in `state` only with the next picture.
  const left = useRef(false)
  const { key: visit } = useLocation()
  useEffect(() => {
    if (state === "idle") left.current = false
  }, [state, visit])

  const hold = useEffectEvent(() => {
    const known = view.holdEndsAt !== null || view.alreadyAsked || view.unavailable.length > 0
    if (!signedIn || known || choice.days.length === 0) return
    const fields = new FormData()
    const said = Object.entries({ ...shownAccount(view.account), intent: "hold" })
    for (const [name, value] of [...choiceFields(choice), ...said]) fields.append(name, value)
    void holder.submit(fields, { method: "post" })
  })
  useEffect(() => hold(), [signedIn])

  const readAgain = useEffectEvent((held: boolean) => {
    const now = wizardSearch(view.step, choice, view.month)
    const asRead = wizardSearch(view.step, view.choice, view.month)
    if (left.current || state !== "idle" || (held && now === asRead)) return
    void navigate(now, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (holder.data) readAgain(holder.data.held === true)
  }, [holder.data])

  return () => {
    left.current = true
  }
}
