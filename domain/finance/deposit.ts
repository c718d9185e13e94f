import { type Cents, formatMoney } from "../money.ts"
import { type Day, addDays } from "../day.ts"

export const HOLD_DAYS_BEFORE = 2
export const ASK_DAYS_BEFORE = 7
export const RELEASE_DAYS_AFTER = 7
export const OBSERVATION_HOURS = 48
export const DECISION_DAYS = 7
export const RENEWAL_HOURS = 24

export const MAX_DEPOSIT_REASON = 1000
export const MAX_DEPOSIT_ANSWER = 2000

export const heldMeans = ["cheque", "transfer"] as const
export type HeldMeans = (typeof heldMeans)[number]
export type DepositMeans = HeldMeans | "card"

export const depositMeansLabels: Record<DepositMeans, string> = {
  card: "carte",
  cheque: "chèque",
  transfer: "virement",
}

export const holdDay = (firstDay: Day): Day => addDays(firstDay, -HOLD_DAYS_BEFORE)

export const releaseDay = (lastDay: Day): Day => addDays(lastDay, RELEASE_DAYS_AFTER)

/** null until the customer has been notified or has answered. */
export function decisionOpensAt({ toldAt, answeredAt }: { toldAt: Date | null; answeredAt: Date | null }): Date | null {
  if (!toldAt) return answeredAt
  const observationEndsAt = toldAt.getTime() + OBSERVATION_HOURS * 3_600_000
  return new Date(Math.min(observationEndsAt, answeredAt?.getTime() ?? observationEndsAt))
}

export const decisionEndsAt = ({ announcedAt, toldAt }: { announcedAt: Date; toldAt: Date | null }): Date =>
  new Date((toldAt ?? announcedAt).getTime() + DECISION_DAYS * 86_400_000)

/** Stored with the card. */
export function depositConsent(amount: Cents): string {
  return `J’accepte que cette carte soit gardée par le prestataire de paiement pour la caution de ${formatMoney(amount)}\u00a0: elle y est autorisée deux jours avant la location, sans être débitée, et de nouveau si la location dure plus que l’autorisation. Seul ce que je dois pour un dommage, une perte ou un vol peut en être débité, après m’avoir été annoncé avec son motif. La carte est oubliée une fois la caution levée.`
}
