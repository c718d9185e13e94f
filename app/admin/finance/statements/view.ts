import type { BankLine, ImportedStatement } from "../../../../server/money/bank/lines.ts"
import { href } from "react-router"
import { type BankLineState, type MatchReason, bankLineStates } from "../../../../domain/finance/bank-statement.ts"
import type { Day } from "../../../../domain/day.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { Refusal } from "../../../http/refusal.ts"
import type { Flash } from "../../kit/flash.ts"
import type { ListShape, ListUrl } from "../../kit/list-url.ts"

/** The field of the form that carries the bank's file. */
export const STATEMENT_FIELD = "releve"

export const stateNames = { open: "a-traiter", settled: "traitees", dismissed: "ignorees" } as const satisfies Record<
  BankLineState,
  string
>
export const stateLabels: Record<(typeof stateNames)[BankLineState], string> = {
  "a-traiter": "À traiter",
  traitees: "Traitées",
  ignorees: "Ignorées",
}

export const statementList: ListShape<"date"> = {
  path: href("/admin/finance/releves"),
  sorts: ["date"],
  usual: "-date",
  filters: { etat: bankLineStates.map((state) => stateNames[state]) },
}
export type StatementUrl = ListUrl<"date">

/** The state that the address asks for: those that wait, unless it says otherwise. */
export function stateIn({ filters }: StatementUrl): BankLineState {
  return bankLineStates.find((state) => stateNames[state] === filters["etat"]) ?? "open"
}

export type PaymentProposalView = {
  bookingId: string
  number: number
  clientName: string
  productName: string
  firstDay: Day
  left: Cents
  reasons: readonly MatchReason[]
  noted: { id: string; receivedOn: Day; settled: boolean } | null
}

export type RefundProposalView = { id: string; number: number; clientName: string; dueOn: Day; named: boolean }

export type ProposalsView = {
  payments: readonly PaymentProposalView[]
  refunds: readonly RefundProposalView[]
  reversed: readonly {
    id: string
    bookedOn: Day
    number: number
    clientName: string
    recorded: boolean
    refundId: string | null
  }[]
  takenBackOn: Day | null
  isOneOfMany: boolean
}

export type ProposedLine = BankLine & { proposals: ProposalsView }

export type StatementsView = {
  url: StatementUrl
  state: BankLineState
  lines: { rows: readonly ProposedLine[]; total: number; page: number; pages: number; open: number }
  statements: readonly ImportedStatement[]
  flash: Flash | null
}

export type StatementsScreenProps = { view: StatementsView; refusal: Refusal | null }
