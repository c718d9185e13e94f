import type { Cents } from "../../../domain/money.ts"
import type { OpenedSession, PaymentProvider, SavedCard, SessionToOpen } from "./provider.ts"

/** A page that keeps a card, or keeps it and authorises the amount at once, its holder being there. */
export type DepositSession = Omit<SessionToOpen, "savesCard"> & { kind: "save" | "on-session" }

/** An amount to authorise on a card that was saved, nobody being there. */
export type HoldToMake = {
  /** Ours, by which the provider's is found again. */
  id: string
  amount: Cents
  card: SavedCard
  label: string
  bookingNumber: number
  madeAt: Date
}

/** What the provider says of an authorisation now. */
export type HoldState =
  | { kind: "held"; holdId: string; captureBefore: Date }
  /** `failure`: the bank's reason, in the provider's code; "authentication_required" where its holder must confirm. */
  | { kind: "refused"; failure: string }
  | { kind: "captured"; holdId: string; amount: Cents }
  /** Nothing of it can be taken any more: we gave it back, or it has ended. */
  | { kind: "released"; holdId: string }

/** What the provider says of a deposit's page now. */
export type DepositSessionState =
  | { kind: "open" | "closed"; failure: string | null }
  | { kind: "saved"; card: SavedCard }
  | { kind: "held"; card: SavedCard; hold: HoldState }

/** A provider that authorises without charging. All of it is remote: never to be called inside a transaction (D7). */
export interface DepositProvider {
  readonly name: PaymentProvider["name"]
  openPage(session: DepositSession): Promise<OpenedSession>
  /** `at`: the instant that decides whether it is over, where the provider keeps no clock of its own. */
  fetchPage(sessionId: string, kind: DepositSession["kind"], at: Date): Promise<DepositSessionState>
  /** Takes no card any more. Answers what it is then: it may have been filled in a moment ago. */
  closePage(sessionId: string, kind: DepositSession["kind"], at: Date): Promise<DepositSessionState>
  /** What was authorised under that id, whoever noted it; null for nothing. */
  findHold(hold: Pick<HoldToMake, "id" | "card">): Promise<HoldState | null>
  /** Authorises once, however often it is asked for with one id. */
  hold(hold: HoldToMake): Promise<HoldState>
  fetchHold(holdId: string): Promise<HoldState>
  /** Takes so much of it, once; the rest is given back by that. */
  capture(holdId: string, amount: Cents): Promise<HoldState>
  release(holdId: string): Promise<HoldState>
  /** The provider keeps the card no more. */
  forget(card: Pick<SavedCard, "customerId">): Promise<void>
}
