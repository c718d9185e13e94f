import { type Day, isDay } from "../../../../domain/day.ts"
import { paymentMeans } from "../../../../domain/finance/payment.ts"
import { closingPeriods } from "../../../../domain/finance/takings.ts"
import { lastCheck } from "../../../../server/money/finance/takings/check.ts"
import {
  lastDemonstrationTakings,
  listClosings,
  listTakings,
  takingYears,
} from "../../../../server/money/finance/takings/list.ts"
import { readListUrl } from "../../kit/list-url.ts"
import { type TakingsView, periodNames, takingsList } from "./view.ts"
import { readPage } from "../../../../domain/whole-number.ts"

/** The register as the address asks for it, its closings, and what was found when it was checked last. */
export async function readTakings(values: URLSearchParams): Promise<Omit<TakingsView, "flash">> {
  const url = readListUrl(values, takingsList)
  const { moyen = "", du = "", au = "", clotures = "" } = url.filters
  const period = closingPeriods.find((known) => periodNames[known] === clotures) ?? "day"
  const means = paymentMeans.find((known) => known === moyen) ?? null
  const closingsPage = readPage(url.filters["page-clotures"])
  const [lines, closings, check, years, demonstration] = await Promise.all([
    listTakings({ search: url.search, means, since: dayIn(du), until: dayIn(au), page: url.page }),
    listClosings(period, closingsPage),
    lastCheck(),
    takingYears(),
    lastDemonstrationTakings(),
  ])
  return { url, lines, period, closings, check, years, demonstration }
}

function dayIn(text: string): Day | null {
  return isDay(text) ? text : null
}
