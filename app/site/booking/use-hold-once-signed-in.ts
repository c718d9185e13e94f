import { useEffect, useEffectEvent, useRef } from "react"
import { useFetcher, useLocation, useNavigate, useNavigation } from "react-router"
import { type WizardChoice, choiceFields, wizardSearch } from "../../../domain/booking/choice.ts"
import { viewedAccountFields } from "../../http/viewed-account.ts"
import type { WizardView } from "./view.ts"

/** Posts separately, because rendering must change nothing (D8). Call the returned function before sending a step. */
export function useHoldOnceSignedIn(view: WizardView, choice: WizardChoice): () => void {
  const holdFetcher = useFetcher<{ held?: boolean }>()
  const navigate = useNavigate()
  const { state } = useNavigation()
  const { signedIn } = view
  // `state` shows a submission only after the next render.
  const isLeaving = useRef(false)
  const { key: visit } = useLocation()
  useEffect(() => {
    if (state === "idle") isLeaving.current = false
  }, [state, visit])

  const hold = useEffectEvent(() => {
    const isSettled = view.holdEndsAt !== null || view.alreadyRequested || view.unavailable.length > 0
    if (!signedIn || isSettled || choice.days.length === 0) return
    const fields = new FormData()
    const extraFields = Object.entries({ ...viewedAccountFields(view.account), intent: "hold" })
    for (const [name, value] of [...choiceFields(choice), ...extraFields]) fields.append(name, value)
    void holdFetcher.submit(fields, { method: "post" })
  })
  useEffect(() => hold(), [signedIn])

  const reloadStep = useEffectEvent((held: boolean) => {
    const currentSearch = wizardSearch(view.step, choice, view.month)
    const loadedSearch = wizardSearch(view.step, view.choice, view.month)
    if (isLeaving.current || state !== "idle" || (held && currentSearch === loadedSearch)) return
    void navigate(currentSearch, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (holdFetcher.data) reloadStep(holdFetcher.data.held === true)
  }, [holdFetcher.data])

  return () => {
    isLeaving.current = true
  }
}
