import type { Day } from "../day.ts"
import type { Id } from "../id.ts"
import type { Cents } from "../money.ts"
import type { DepositMeans, HeldMeans } from "./deposit.ts"

export type DepositState =
  | { kind: "awaited" }
  | { kind: "saved"; card: string }
  | { kind: "held"; card: string; until: Date }
  | { kind: "refused"; card: string; authentication: boolean }
  | { kind: "in-hand"; means: HeldMeans; receivedOn: Day }
  | { kind: "deciding"; retained: Cents }
  | { kind: "released"; at: Date }
  | { kind: "kept"; amount: Cents; at: Date; reason: string | null }
  | { kind: "not-taken"; amount: Cents; isAcknowledged: boolean }

export type AnnouncedRetention = {
  amount: Cents
  reason: string
  at: Date
  toldAt: Date | null
  answer: string | null
  answeredAt: Date | null
  opensAt: Date | null
  endsAt: Date
}

export type DepositView = {
  amount: Cents
  state: DepositState
  announced: AnnouncedRetention | null
  means: DepositMeans | null
  holdOn: Day
  releaseBy: Day
  returnOn: Day
  reportId: Id | null
  goesOn: boolean
  holdDue: boolean
  open: boolean
}
