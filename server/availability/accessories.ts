import { inArray } from "drizzle-orm"
import { countFreeThroughout } from "../../domain/availability/calendar.ts"
import type { ProductId } from "../../domain/id.ts"
import type { ChoiceProblem } from "../../domain/pricing/price.ts"
import type { RentalPart } from "../../domain/rental/parts.ts"
import { db } from "../platform/database.server.ts"
import { products } from "../platform/schema/catalog.ts"
import type { RentedDays } from "./check-days.ts"
import { type CalendarViewer, readProductCalendars } from "./queries.ts"

export async function countFreeAccessories(
  ids: readonly ProductId[],
  { days, plan = null }: RentedDays,
  viewer: CalendarViewer,
): Promise<Map<ProductId, number>> {
  const [first, last] = [days[0], days.at(-1)]
  if (ids.length === 0 || first === undefined || last === undefined) return new Map()
  const rows = await db
    .select()
    .from(products)
    .where(inArray(products.id, [...ids]))
  const calendars = await readProductCalendars(rows, first, last, viewer)
  return new Map(
    rows.map(({ id }) => {
      const calendar = calendars.get(id)
      return [id, calendar ? countFreeThroughout(days, calendar, plan) : 0]
    }),
  )
}

type AccessoryTaken = Extract<ChoiceProblem, { kind: "accessory-taken" }>

/** The first that has too few units for all options that need it. */
export async function findMissingAccessory(
  parts: readonly RentalPart[],
  rented: RentedDays,
  viewer: CalendarViewer,
): Promise<AccessoryTaken | null> {
  const accessories = parts.filter(({ optionId }) => optionId !== null)
  const ids = [...new Set(accessories.map(({ productId }) => productId))]
  const free = await countFreeAccessories(ids, rented, viewer)
  for (const [productId, same] of Map.groupBy(accessories, (part) => part.productId)) {
    const [part] = same
    const left = free.get(productId) ?? 0
    const units = same.reduce((sum, each) => sum + each.units, 0)
    if (part?.optionId && units > left)
      return { kind: "accessory-taken", optionId: part.optionId, name: part.name, left }
  }
  return null
}
