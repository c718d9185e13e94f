import { addressLine } from "../../../domain/booking/booking.ts"
import type { DeliveryRule, Point } from "../../../domain/delivery/delivery.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { financeSettings } from "../../platform/schema/settings.ts"

export type FinanceSettings = typeof financeSettings.$inferSelect

export async function readFinanceSettings(executor: Executor = db): Promise<FinanceSettings> {
  const [settings] = await executor.select().from(financeSettings)
  if (settings) return settings
  await executor.insert(financeSettings).values({}).onConflictDoNothing()
  const [created] = await executor.select().from(financeSettings)
  if (!created) throw new Error("Error loading settings")
  return created
}

export function toDeliveryRule(settings: FinanceSettings): DeliveryRule {
  return {
    feePerKm: settings.deliveryFeePerKm,
    freeThresholdKm: settings.freeDeliveryThreshold,
    maximumKm: settings.maximumDeliveryDistance,
  }
}

/** null without an address. */
export function warehouseLine({ warehouseStreet, warehouseZipCode, warehouseCity }: FinanceSettings): string | null {
  return warehouseStreet && warehouseCity
    ? addressLine({ street: warehouseStreet, zipCode: warehouseZipCode, city: warehouseCity })
    : null
}

/** null until it has been located. */
export function warehousePoint({ warehouseLat: lat, warehouseLng: lng }: FinanceSettings): Point | null {
  return lat === null || lng === null ? null : { lat, lng }
}
