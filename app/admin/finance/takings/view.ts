import type { TakingsCheck } from "../../../../server/money/finance/takings/check.ts"
import type { Closing } from "../../../../server/money/finance/takings/hashes.ts"
import type { TakingLine } from "../../../../server/money/finance/takings/list.ts"
import type { Page } from "../../../../server/platform/pagination.ts"
import { href } from "react-router"
import { paymentMeans } from "../../../../domain/finance/payment.ts"
import { type ClosingPeriod, closingPeriods } from "../../../../domain/finance/takings.ts"
import type { Cents } from "../../../../domain/money.ts"
import type { Flash } from "../../kit/flash.ts"
import type { ListShape, ListUrl } from "../../kit/list-url.ts"

export const periodNames = { day: "jour", month: "mois", year: "annee" } as const satisfies Record<
  ClosingPeriod,
  string
>

/** `clotures` and `page-clotures` belong to the closings below the list. */
export const takingsList: ListShape<"ligne"> = {
  path: href("/admin/finance/encaissements"),
  sorts: ["ligne"],
  defaultOrder: "-ligne",
  filters: {
    moyen: [...paymentMeans],
    du: null,
    au: null,
    clotures: closingPeriods.map((period) => periodNames[period]),
    "page-clotures": null,
  },
}
type TakingsUrl = ListUrl<"ligne">

export type TakingsView = {
  url: TakingsUrl
  lines: Page<TakingLine> & { received: Cents; refunded: Cents }
  demonstration: { rows: readonly TakingLine[]; total: number }
  period: ClosingPeriod
  closings: Page<Closing>
  check: TakingsCheck | null
  years: readonly number[]
  flash: Flash | null
}
