import type { Day } from "../../domain/day.ts"
import type { ProductId } from "../../domain/id.ts"
import type { PlacingTerms } from "../../domain/rental/rental-times.ts"
import { handoverWindows } from "../../domain/rental/shop-hours.ts"
import { readClosedDays } from "../availability/closed-days.ts"
import { readFinanceSettings } from "../shop/settings/queries.ts"

export async function readPlacingTerms(productId: ProductId, firstDay: Day): Promise<PlacingTerms> {
  const [settings, closedDays] = await Promise.all([readFinanceSettings(), readClosedDays(productId, firstDay)])
  return { hour: settings.rentalDayStartsAt, closedDays, windows: handoverWindows(settings) }
}
