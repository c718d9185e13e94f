import type { Id } from "../../../../domain/id.ts"
import { lastStatements, listBankLines } from "../../../../server/money/bank/lines.ts"
import { type PaymentProposal, type Proposals, proposalsFor } from "../../../../server/money/bank/proposals.ts"
import { readListUrl } from "../../kit/list-url.ts"
import { type PaymentProposalView, type ProposalsView, type StatementsView, stateIn, statementList } from "./view.ts"

/** Statements that can be taken away again from this page. */
const STATEMENTS = 8

/** The lines as the address asks for them, what each may be, and the last files that were brought. */
export async function readStatements(values: URLSearchParams, now: Date): Promise<Omit<StatementsView, "flash">> {
  const url = readListUrl(values, statementList)
  const state = stateIn(url)
  const [lines, statements] = await Promise.all([
    listBankLines({ state, search: url.search, page: url.page }),
    lastStatements(STATEMENTS),
  ])
  const proposals = await proposalsFor(lines.rows, now)
  const rows = lines.rows.map((line) => ({ ...line, proposals: proposalsView(proposals, line.id) }))
  return { url, state, lines: { ...lines, rows }, statements }
}

export function proposalsView(proposals: ReadonlyMap<Id, Proposals>, line: Id): ProposalsView {
  const {
    payments = [],
    refunds = [],
    reversed = [],
    takenBackOn = null,
    isOneOfMany = false,
  } = proposals.get(line) ?? {}
  return {
    payments: payments.map(paymentProposalView),
    refunds: refunds.map(({ id, number, clientName, dueOn, named }) => ({ id, number, clientName, dueOn, named })),
    reversed,
    takenBackOn,
    isOneOfMany,
  }
}

export function paymentProposalView({ booking, reasons, noted }: PaymentProposal): PaymentProposalView {
  const { id, number, clientName, productName, firstDay, left } = booking
  return { bookingId: id, number, clientName, productName, firstDay, left, reasons, noted }
}
