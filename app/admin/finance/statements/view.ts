import type { BankLine, ImportedStatement } from "../../../../server/money/bank/lines.ts"
import type { Proposals } from "../../../../server/money/bank/proposals.ts"
import type { Page } from "../../../../server/platform/pagination.ts"
import { href } from "react-router"
import { type BankLineState, bankLineStates } from "../../../../domain/finance/bank-statement.ts"
import type { Refusal } from "../../../http/refusal.ts"
import type { Flash } from "../../kit/flash.ts"
import type { ListShape, ListUrl } from "../../kit/list-url.ts"

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
  defaultOrder: "-date",
  filters: { etat: bankLineStates.map((state) => stateNames[state]) },
}
type StatementUrl = ListUrl<"date">

/** Defaults to open lines. */
export function stateFromUrl({ filters }: StatementUrl): BankLineState {
  return bankLineStates.find((state) => stateNames[state] === filters["etat"]) ?? "open"
}

export type ProposedLine = BankLine & { proposals: Proposals }

export type StatementsView = {
  url: StatementUrl
  state: BankLineState
  lines: Page<ProposedLine> & { open: number }
  statements: readonly ImportedStatement[]
  flash: Flash | null
}

export type StatementsScreenProps = { view: StatementsView; refusal: Refusal | null }
