import type { DisputeStage } from "../../../domain/finance/dispute.ts"
import type { Cents } from "../../../domain/money.ts"

/** What is to be paid by card, and where the customer goes on afterwards. */
export type SessionToOpen = {
  /** Ours, and the idempotency key: asked for twice it is one session. */
  id: string
  amount: Cents
  /** "Acompte, réservation n° 1042": on the provider's page and on its receipt. */
  label: string
  bookingNumber: number
  /** Its holder agrees that the card is kept for the deposit. */
  savesCard: boolean
  /** Where the receipt goes; null for none. */
  email: string | null
  paidUrl: string
  cancelledUrl: string
  /** When it is asked for. */
  madeAt: Date
}

/** Where the card is typed, and until when. */
export type OpenedSession = { sessionId: string; url: string; endsAt: Date }

/** A card that the provider keeps, by its own names; the label is what its holder knows it by: "Visa 4242". */
export type SavedCard = { customerId: string; methodId: string; label: string }

/** What the provider says of a session now: its own object, and never what a message tells of it. */
export type SessionState =
  /** `failure`: why the last card was refused, in the provider's code. */
  | { kind: "open"; failure: string | null }
  /** `paymentId`: what a refund is made of. `amount`: what it took. `card`: the one that was saved with it, if any. */
  | { kind: "paid"; paymentId: string; amount: Cents; card: SavedCard | null }
  | { kind: "closed"; failure: string | null }

/** Money that goes back to the card. */
export type RefundToMake = {
  /** Ours, by which the provider's is found again. */
  id: string
  /** What was paid, in the provider's books. */
  paymentId: string
  amount: Cents
}

/** What the provider says of a refund now. `pending`: it is on its way, and may still fail. */
export type RefundState =
  | { kind: "made" | "pending"; refundId: string }
  | { kind: "failed"; refundId: string | null; failure: string }

/** A dispute at the customer's bank, as the provider has it. */
export type DisputeState = {
  id: string
  paymentId: string
  amount: Cents
  reason: string
  stage: DisputeStage
  answerBy: Date | null
  openedAt: Date
}

/** A provider of card payments. All of it is remote: never to be called inside a transaction (D7). */
export interface PaymentProvider {
  readonly name: "stripe" | "demo"
  open(session: SessionToOpen): Promise<OpenedSession>
  /** `at`: the instant that decides whether it is over, where the provider keeps no clock of its own. */
  look(sessionId: string, at: Date): Promise<SessionState>
  /** Takes no more money for it. Answers what it is then: it may have been paid a moment ago. */
  close(sessionId: string, at: Date): Promise<SessionState>
  /** The refund that was made of it before, whoever noted it; null for none. */
  findRefund(refund: RefundToMake): Promise<RefundState | null>
  refund(refund: RefundToMake): Promise<RefundState>
}
