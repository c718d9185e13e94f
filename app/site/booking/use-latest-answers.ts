import { type RefObject, useEffect } from "react"
import { useLocation, useNavigate, useNavigationType } from "react-router"
import { type WizardChoice, wizardSearch } from "../../../domain/booking/choice.ts"
import type { WizardView } from "./view.ts"

/** What was answered last in the wizard of a product, and the visit of the page on which it was. */
export type LatestAnswers = {
  productId: string
  visit: string
  choice: WizardChoice
  isDelivery: boolean | null
  /** The step has been asked for again with these answers. */
  returning: boolean
}

/**
 * The browser's "back" and "forward" lead to an address that was written before the later steps were answered. Their
 * answers are not taken back by that: the step is asked for again with the latest ones (D9). `latest` outlives the steps.
 */
export function useLatestAnswers(
  latest: Readonly<RefObject<LatestAnswers | null>>,
  keep: (answers: LatestAnswers) => void,
  view: WizardView,
  choice: WizardChoice,
  ticked: boolean | null,
): void {
  const { key: visit } = useLocation()
  const arrivedBy = useNavigationType()
  const navigate = useNavigate()
  const productId = view.product.id

  useEffect(() => {
    const kept = latest.current?.productId === productId ? latest.current : null
    if (view.step === "register" || (kept?.returning && kept.visit === visit)) return
    const isLast = view.step === "delivery"
    if (kept && kept.visit !== visit && arrivedBy === "POP" && !kept.returning) {
      const mode = isLast ? kept.isDelivery : null
      const wanted = wizardSearch(view.step, kept.choice, view.month, mode)
      const same = wanted === wizardSearch(view.step, choice, view.month, mode === null ? null : view.isDelivery)
      keep({ ...kept, visit, returning: !same })
      if (!same) void navigate(wanted, { replace: true, preventScrollReset: true })
      return
    }
    const isDelivery = isLast ? (ticked ?? kept?.isDelivery ?? null) : (kept?.isDelivery ?? null)
    keep({ productId, visit, choice, isDelivery, returning: false })
  })
}
