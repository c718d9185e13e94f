import type { Stock } from "../../domain/availability/units.ts"
import type { products } from "../platform/schema/catalog.ts"

export type Rentable = Pick<
  typeof products.$inferSelect,
  | "id"
  | "kind"
  | "stock"
  | "retiredUnits"
  | "preparationDaysBefore"
  | "preparationDaysAfter"
  | "minimumNoticeDays"
  | "furthestDays"
>

export function toStock(
  product: Pick<Rentable, "stock" | "retiredUnits" | "preparationDaysBefore" | "preparationDaysAfter">,
): Stock {
  return {
    units: product.stock,
    retiredUnits: product.retiredUnits,
    preparationBefore: product.preparationDaysBefore,
    preparationAfter: product.preparationDaysAfter,
  }
}
