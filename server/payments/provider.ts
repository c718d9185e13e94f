import type { Cents } from "../../domain/money.ts"

/** What is to be paid by card, and where the customer goes on afterwards. */
export type SessionToOpen = {
  /** Ours, and the idempotency key: asked for twice it is one session. */
  id: string
  amount: Cents
  /** "Acompte, réservation n° 1042": on the provider's page and on its receipt. */
  label: string
  bookingNumber: number
  /** Where the receipt goes; null for none. */
  email: string | null
  paidUrl: string
  cancelledUrl: string
}

/** Where the card is typed, and until when. */
export type OpenedSession = { sessionId: string; url: string; endsAt: Date }

/** What the provider says of a session now: its own object, and never what a message tells of it. */
export type SessionState =
  /** `failure`: why the last card was refused, in the provider's code. */
  | { kind: "open"; failure: string | null }
  /** `paymentId`: what a refund is made of. `amount`: what it took. */
  | { kind: "paid"; paymentId: string; amount: Cents }
  | { kind: "closed"; failure: string | null }

/** A provider of card payments. All of it is remote: never to be called inside a transaction (D7). */
export interface PaymentProvider {
  readonly name: "stripe" | "demo"
  open(session: SessionToOpen): Promise<OpenedSession>
  look(sessionId: string): Promise<SessionState>
  /** Takes no more money for it. Answers what it is then: it may have been paid a moment ago. */
  close(sessionId: string): Promise<SessionState>
}
