import { lastStatements, listBankLines } from "../../../../server/money/bank/lines.ts"
import { nothingProposed, proposalsFor } from "../../../../server/money/bank/proposals.ts"
import { readListUrl } from "../../kit/list-url.ts"
import { type StatementsView, stateIn, statementList } from "./view.ts"

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
  const rows = lines.rows.map((line) => ({ ...line, proposals: proposals.get(line.id) ?? nothingProposed }))
  return { url, state, lines: { ...lines, rows }, statements }
}
