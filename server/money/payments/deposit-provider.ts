import type { Cents } from "../../../domain/money.ts"
import type { OpenedSession, PaymentProvider, SavedCard, SessionRequest } from "./provider.ts"

export type DepositSession = Omit<SessionRequest, "savesCard"> & { kind: "save" | "on-session" }

export type HoldRequest = {
  id: string
  amount: Cents
  card: SavedCard
  label: string
  bookingNumber: number
  madeAt: Date
}

export type HoldState =
  | { kind: "held"; holdId: string; captureBefore: Date }
  | { kind: "refused"; failure: string }
  | { kind: "captured"; holdId: string; amount: Cents }
  | { kind: "released"; holdId: string }

export type DepositSessionState =
  | { kind: "open" | "closed"; failure: string | null }
  | { kind: "saved"; card: SavedCard }
  | { kind: "held"; card: SavedCard; hold: HoldState }

/** All methods are remote: never call them inside a transaction (D7). */
export interface DepositProvider {
  readonly name: PaymentProvider["name"]
  openPage(session: DepositSession): Promise<OpenedSession>
  fetchPage(sessionId: string, kind: DepositSession["kind"], at: Date): Promise<DepositSessionState>
  closePage(sessionId: string, kind: DepositSession["kind"], at: Date): Promise<DepositSessionState>
  findHold(hold: Pick<HoldRequest, "id" | "card">): Promise<HoldState | null>
  /** Idempotent by id. */
  hold(hold: HoldRequest): Promise<HoldState>
  fetchHold(holdId: string): Promise<HoldState>
  capture(holdId: string, amount: Cents): Promise<HoldState>
  release(holdId: string): Promise<HoldState>
  forget(card: Pick<SavedCard, "customerId">): Promise<void>
}
