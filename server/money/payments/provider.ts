import type { DisputeStage } from "../../../domain/finance/dispute.ts"
import type { Cents } from "../../../domain/money.ts"

export type SessionRequest = {
  /** Doubles as the idempotency key. */
  id: string
  amount: Cents
  label: string
  bookingNumber: number
  savesCard: boolean
  email: string | null
  paidUrl: string
  cancelledUrl: string
  madeAt: Date
}

export type OpenedSession = { sessionId: string; url: string; endsAt: Date }

export type SavedCard = { customerId: string; methodId: string; label: string }

/** Always fetched from the provider, never taken from a webhook's body. */
export type SessionState =
  | { kind: "open"; failure: string | null }
  | { kind: "paid"; paymentId: string; amount: Cents; card: SavedCard | null }
  | { kind: "closed"; failure: string | null }

type RefundRequest = {
  id: string
  paymentId: string
  amount: Cents
}

export type RefundState =
  | { kind: "made" | "pending"; refundId: string }
  | { kind: "failed"; refundId: string | null; failure: string }

export type DisputeState = {
  id: string
  paymentId: string
  amount: Cents
  reason: string
  stage: DisputeStage
  answerBy: Date | null
  openedAt: Date
}

/** All methods are remote: never call them inside a transaction (D7). */
export interface PaymentProvider {
  readonly name: "stripe" | "demo"
  open(session: SessionRequest): Promise<OpenedSession>
  fetchSession(sessionId: string, at: Date): Promise<SessionState>
  /** Returns the final state: it may have been paid a moment ago. */
  close(sessionId: string, at: Date): Promise<SessionState>
  findRefund(refund: RefundRequest): Promise<RefundState | null>
  refund(refund: RefundRequest): Promise<RefundState>
}
