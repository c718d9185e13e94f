import { type Day, isDay } from "../../../../domain/day.ts"
import { paymentMeans } from "../../../../domain/finance/payment.ts"
import { closingPeriods } from "../../../../domain/finance/takings.ts"
import { readLastCheck } from "../../../../server/money/finance/takings/check.ts"
import {
  listLastDemonstrationTakings,
  listClosings,
  listTakings,
  listTakingYears,
} from "../../../../server/money/finance/takings/list.ts"
import { readListUrl } from "../../kit/list-url.ts"
import { type TakingsView, periodNames, takingsList } from "./view.ts"
import { readPage } from "../../../../domain/whole-number.ts"

export async function readTakings(values: URLSearchParams): Promise<Omit<TakingsView, "flash">> {
  const url = readListUrl(values, takingsList)
  const { moyen = "", du = "", au = "", clotures = "" } = url.filters
  const period = closingPeriods.find((each) => periodNames[each] === clotures) ?? "day"
  const means = paymentMeans.find((each) => each === moyen) ?? null
  const closingsPage = readPage(url.filters["page-clotures"])
  const [lines, closings, check, years, demonstration] = await Promise.all([
    listTakings({ search: url.search, means, since: parseDay(du), until: parseDay(au), page: url.page }),
    listClosings(period, closingsPage),
    readLastCheck(),
    listTakingYears(),
    listLastDemonstrationTakings(),
  ])
  return { url, lines, period, closings, check, years, demonstration }
}

function parseDay(text: string): Day | null {
  return isDay(text) ? text : null
}
