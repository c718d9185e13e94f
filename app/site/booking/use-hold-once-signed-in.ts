import { useEffect, useEffectEvent } from "react"
import { useFetcher, useNavigate, useNavigation } from "react-router"
import { type WizardChoice, choiceFields, wizardSearch } from "../../../domain/booking/wizard.ts"
import type { WizardView } from "./view.ts"

/**
 * Days that were chosen before signing in, through the header say, are held as soon as the wizard is shown to their
 * customer (D8). Showing a page changes nothing: it is a small post of its own, after which the step is read again
 * with these days; unless the person has pressed a button meanwhile, which says them itself and must not be stopped.
 */
export function useHoldOnceSignedIn(view: WizardView, choice: WizardChoice): void {
  const holder = useFetcher<{ held: boolean }>()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { signedIn } = view

  const hold = useEffectEvent(() => {
    const known = view.holdEndsAt !== null || view.alreadyAsked || view.unavailable.length > 0
    if (!signedIn || known || choice.days.length === 0) return
    const fields = new FormData()
    for (const [name, value] of [...choiceFields(choice), ["intent", "hold"] as const]) fields.append(name, value)
    void holder.submit(fields, { method: "post" })
  })
  useEffect(() => hold(), [signedIn])

  const readAgain = useEffectEvent(() => {
    if (state === "idle")
      void navigate(wizardSearch(view.step, choice, view.month), { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (holder.data) readAgain()
  }, [holder.data])
}
