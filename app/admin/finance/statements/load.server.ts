import { listRecentStatements, listBankLines } from "../../../../server/money/bank/lines.ts"
import { noProposals, buildProposals } from "../../../../server/money/bank/proposals.ts"
import { readListUrl } from "../../kit/list-url.ts"
import { type StatementsView, stateFromUrl, statementList } from "./view.ts"

const MAX_STATEMENTS = 8

export async function readStatements(values: URLSearchParams, now: Date): Promise<Omit<StatementsView, "flash">> {
  const url = readListUrl(values, statementList)
  const state = stateFromUrl(url)
  const [lines, statements] = await Promise.all([
    listBankLines({ state, search: url.search, page: url.page }),
    listRecentStatements(MAX_STATEMENTS),
  ])
  const proposals = await buildProposals(lines.rows, now)
  const rows = lines.rows.map((line) => ({ ...line, proposals: proposals.get(line.id) ?? noProposals }))
  return { url, state, lines: { ...lines, rows }, statements }
}
