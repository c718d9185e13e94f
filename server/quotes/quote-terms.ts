import { type Agreement, type Terms, agreementOn, termsFor } from "../../domain/booking/agreement.ts"
import { sumDepositsOfProducts } from "../booking-record/rentals.ts"
import { type Executor, db } from "../platform/database.server.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"
import type { QuoteVersion } from "./quote-rows.ts"

type Termed = Pick<QuoteVersion, "row" | "terms">

/** Frozen when the version is sent; until then those of today. */
export async function readQuoteTerms({ row, terms }: Termed, executor: Executor = db): Promise<Terms> {
  if (terms) return terms
  return termsFor(await sumDepositsOfProducts(row.rentals, executor), await readFinanceSettings(executor))
}

/** Acceptance writes it into the booking. */
export async function readQuoteAgreement(
  version: Termed,
  bookingNumber: number,
  executor: Executor = db,
): Promise<Agreement> {
  const terms = await readQuoteTerms(version, executor)
  return agreementOn(terms, { number: bookingNumber, ...(await readFinanceSettings(executor)) })
}
