import { addressLine } from "../../../domain/booking/booking.ts"
import type { DeliveryRule, Point } from "../../../domain/delivery/delivery.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { financeSettings } from "../../platform/schema/settings.ts"

export type FinanceSettings = typeof financeSettings.$inferSelect

/** The owner's money settings; the row is made with its defaults by the first reader of an empty shop. */
export async function readFinanceSettings(executor: Executor = db): Promise<FinanceSettings> {
  const [settings] = await executor.select().from(financeSettings)
  if (settings) return settings
  await executor.insert(financeSettings).values({}).onConflictDoNothing()
  const [created] = await executor.select().from(financeSettings)
  if (!created) throw new Error("Error loading settings")
  return created
}

export function deliveryRuleOf(settings: FinanceSettings): DeliveryRule {
  return {
    feePerKm: settings.deliveryFeePerKm,
    freeThresholdKm: settings.freeDeliveryThreshold,
    maximumKm: settings.maximumDeliveryDistance,
  }
}

/** "4 quai de la Marne, 94340 Joinville-le-Pont": where customers pick up, or null while the owner has not said. */
export function warehouseLine({ warehouseStreet, warehouseZipCode, warehouseCity }: FinanceSettings): string | null {
  return warehouseStreet && warehouseCity
    ? addressLine({ street: warehouseStreet, zipCode: warehouseZipCode, city: warehouseCity })
    : null
}

/** Where deliveries leave from, or null while the owner has not placed the warehouse. */
export function warehouseOf({ warehouseLat: lat, warehouseLng: lng }: FinanceSettings): Point | null {
  return lat === null || lng === null ? null : { lat, lng }
}
