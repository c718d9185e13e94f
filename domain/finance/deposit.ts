import { type Cents, formatMoney } from "../money.ts"
import { type Day, addDays } from "../day.ts"

/** Days before the first day of a rental from which its deposit is authorised: the terms say so (article 7). */
export const HOLD_DAYS_BEFORE = 2
/** Days before it on which anyone who has saved no card is asked for one. */
export const ASK_DAYS_BEFORE = 7
/** Days after the last day of a rental by which its deposit is released, unless something was announced. */
export const RELEASE_DAYS_AFTER = 7
/** Hours that the customer has to say what they think of what is to be kept. */
export const OBSERVATION_HOURS = 48
/** Days after the announcement by which the owner decides; then the deposit is released. */
export const DECISION_DAYS = 7
/** Hours before an authorisation ends in which it is made anew. */
export const RENEWAL_HOURS = 24

export const MAX_DEPOSIT_REASON = 1000
export const MAX_DEPOSIT_ANSWER = 2000

/** What stands for a deposit that is no card. */
export const heldMeans = ["cheque", "transfer"] as const
export type HeldMeans = (typeof heldMeans)[number]
export type DepositMeans = HeldMeans | "card"

export const depositMeansLabels: Record<DepositMeans, string> = {
  card: "carte",
  cheque: "chèque",
  transfer: "virement",
}

/** The day from which the card is authorised. */
export const holdDay = (firstDay: Day): Day => addDays(firstDay, -HOLD_DAYS_BEFORE)

/** The day on which the deposit is released by itself, unless something was announced before. */
export const releaseDay = (lastDay: Day): Day => addDays(lastDay, RELEASE_DAYS_AFTER)

/**
 * From when what was announced may be taken: the customer has answered, or was told and has had the time to. Null while
 * nobody has told them.
 */
export function decisionOpensAt({ toldAt, answeredAt }: { toldAt: Date | null; answeredAt: Date | null }): Date | null {
  if (!toldAt) return answeredAt
  const silent = toldAt.getTime() + OBSERVATION_HOURS * 3_600_000
  return new Date(Math.min(silent, answeredAt?.getTime() ?? silent))
}

/** By when what was announced is decided: after that the deposit is released. */
export const decisionEndsAt = ({ announcedAt, toldAt }: { announcedAt: Date; toldAt: Date | null }): Date =>
  new Date((toldAt ?? announcedAt).getTime() + DECISION_DAYS * 86_400_000)

/** What the holder of a card agrees to, in the words that stand beside the box; kept with the card. */
export function depositConsent(amount: Cents): string {
  return `J’accepte que cette carte soit gardée par le prestataire de paiement pour la caution de ${formatMoney(amount)}\u00a0: elle y est autorisée deux jours avant la location, sans être débitée, et de nouveau si la location dure plus que l’autorisation. Seul ce que je dois pour un dommage, une perte ou un vol peut en être débité, après m’avoir été annoncé avec son motif. La carte est oubliée une fois la caution levée.`
}
