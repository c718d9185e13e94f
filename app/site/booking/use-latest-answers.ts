import { type RefObject, useEffect } from "react"
import { useLocation, useNavigate, useNavigationType } from "react-router"
import { type WizardChoice, wizardSearch } from "../../../domain/booking/choice.ts"
import type { WizardView } from "./view.ts"

export type LatestAnswers = {
  productId: string
  visit: string
  choice: WizardChoice
  isDelivery: boolean | null
  returning: boolean
}

/** "Back" leads to an address older than the later answers: load the step again with the latest ones (D9). */
export function useLatestAnswers({
  latest,
  remember,
  view,
  choice,
  isDeliveryTicked,
}: {
  latest: Readonly<RefObject<LatestAnswers | null>>
  remember: (answers: LatestAnswers) => void
  view: WizardView
  choice: WizardChoice
  isDeliveryTicked: boolean | null
}): void {
  const { key: visit } = useLocation()
  const navigationType = useNavigationType()
  const navigate = useNavigate()
  const productId = view.product.id

  useEffect(() => {
    const last = latest.current?.productId === productId ? latest.current : null
    if (view.step === "register" || (last?.returning && last.visit === visit)) return
    const isLast = view.step === "delivery"
    if (last && last.visit !== visit && navigationType === "POP" && !last.returning) {
      const mode = isLast ? last.isDelivery : null
      const latestSearch = wizardSearch(view.step, last.choice, view.month, mode)
      const isCurrent =
        latestSearch === wizardSearch(view.step, choice, view.month, mode === null ? null : view.isDelivery)
      remember({ ...last, visit, returning: !isCurrent })
      if (!isCurrent) void navigate(latestSearch, { replace: true, preventScrollReset: true })
      return
    }
    const isDelivery = isLast ? (isDeliveryTicked ?? last?.isDelivery ?? null) : (last?.isDelivery ?? null)
    remember({ productId, visit, choice, isDelivery, returning: false })
  })
}
