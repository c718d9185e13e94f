import type { Day } from "../day.ts"
import type { Id } from "../id.ts"
import type { Cents } from "../money.ts"
import type { DepositMeans, HeldMeans } from "./deposit.ts"

export type DepositState =
  /** No card was saved, nothing was received. */
  | { kind: "awaited" }
  | { kind: "saved"; card: string }
  | { kind: "held"; card: string; until: Date }
  | { kind: "refused"; card: string; authentication: boolean }
  | { kind: "in-hand"; means: HeldMeans; receivedOn: Day }
  /** Decided, and a card's bank has still to do it. */
  | { kind: "deciding"; kept: Cents }
  | { kind: "released"; at: Date }
  | { kind: "kept"; amount: Cents; at: Date; reason: string | null }
  /** The bank did not give what was to be kept. */
  | { kind: "not-taken"; amount: Cents; seen: boolean }

export type AnnouncedKeep = {
  amount: Cents
  reason: string
  at: Date
  /** Null: they have no address, and the owner has not noted having told them otherwise. */
  toldAt: Date | null
  answer: string | null
  answeredAt: Date | null
  /** From when, and until when, it is decided; null while the customer was not told. */
  opensAt: Date | null
  endsAt: Date
}

/** A deposit as both sides read it. */
export type DepositView = {
  amount: Cents
  state: DepositState
  /** While nothing is decided. */
  announced: AnnouncedKeep | null
  means: DepositMeans | null
  /** The day from which the card is authorised, and the day by which it is released. */
  holdOn: Day
  releaseBy: Day
  /** The last day of the rental: nothing is announced before it. */
  returnOn: Day
  /** What the equipment was like when it came back, as what was announced names it. */
  reportId: Id | null
  /** Its booking goes on. */
  goesOn: boolean
  /** The day of the authorisation has come. */
  holdDue: boolean
  open: boolean
}
