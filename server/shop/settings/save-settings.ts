import { eq } from "drizzle-orm"
import { isLawfulWithdrawal } from "../../../domain/booking/withdrawal.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type ShopHoursProblem, findShopHoursProblem } from "../../../domain/rental/shop-hours.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { changedFields, editDetails } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion, versionText } from "../../platform/revisions/version.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { geocoder } from "../../platform/geocoding/current.server.ts"
import { financeSettings } from "../../platform/schema/settings.ts"
import { type FinanceSettings, readFinanceSettings } from "./queries.ts"

type PositionField = "warehouseLat" | "warehouseLng" | "warehousePlace" | "warehousePrecision"

export type SettingsInput = Omit<FinanceSettings, "id" | "createdAt" | "updatedAt" | PositionField>

type WarehouseNotLocated = { kind: "not-placed" }

/** The law forbids withdrawal periods of 1 to 13 days (D45). */
type UnlawfulWithdrawal = { kind: "withdrawal-days" }

type UnfitHours = { kind: "hours"; problem: ShopHoursProblem }

export const financeSubject = { kind: "finance-settings", id: "1" } as const

/** Existing bookings keep their price (D3). */
export async function saveFinanceSettings(
  actor: Staff,
  typed: SettingsInput,
  loaded: LoadedForm | Date | null,
  at: Date = new Date(),
): Promise<Result<FinanceSettings, Stale | WarehouseNotLocated | UnlawfulWithdrawal | UnfitHours>> {
  if (!isLawfulWithdrawal(typed.withdrawalDays)) return err({ kind: "withdrawal-days" })
  const hoursProblem = findShopHoursProblem(typed)
  if (hoursProblem) return err({ kind: "hours", problem: hoursProblem })
  const current = await readFinanceSettings()
  // Geocodes before the transaction, which must make no remote calls (D7).
  const place = await locateWarehouse(current, typed)
  if (place === "not-placed") return err({ kind: "not-placed" })
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(financeSettings).for("update")
    if (!stored) throw new Error("Error loading settings")
    const version = stored.updatedAt
    const checked = await checkVersion(tx, { ...financeSubject, stored, version, typed, loaded })
    if (!checked.ok) return checked
    const fields = checked.value
    if (!isSameWarehouse(fields, typed) && !isSameWarehouse(fields, stored)) {
      // A mixture of the typed and the stored address has no position.
      return err({ kind: "stale", fields: [...warehouseFields], version: versionText(version), by: "", at: null })
    }
    // A mixture of the typed and the stored hours may not fit.
    const mixedHoursProblem = findShopHoursProblem(fields)
    if (mixedHoursProblem) return err({ kind: "hours", problem: mixedHoursProblem })
    const next = {
      ...fields,
      ...(isSameWarehouse(fields, typed) ? place : {}),
      cancellationTiers: isSameTiers(stored, fields) ? stored.cancellationTiers : fields.cancellationTiers,
    }
    const changed = changedFields(stored, next)
    if (changed.length === 0) return ok(stored)
    const [saved] = await tx.update(financeSettings).set(next).where(eq(financeSettings.id, stored.id)).returning()
    if (!saved) throw new Error("The finance settings were locked, then gone")
    await recordEvent(tx, {
      by: actor,
      action: "finance.saved",
      subject: financeSubject.id,
      ...editDetails(changed, saved.updatedAt, { before: stored, after: saved }),
      at,
    })
    return ok(saved)
  })
}

const warehouseFields = ["warehouseStreet", "warehouseZipCode", "warehouseCity"] as const
type Warehouse = Pick<FinanceSettings, (typeof warehouseFields)[number]>

function isSameWarehouse(one: Warehouse, other: Warehouse): boolean {
  return warehouseFields.every((name) => one[name] === other[name])
}

async function locateWarehouse(
  current: FinanceSettings,
  typed: SettingsInput,
): Promise<Pick<FinanceSettings, PositionField> | Record<string, never> | "not-placed"> {
  const { warehouseStreet: street, warehouseZipCode: zipCode, warehouseCity: city } = typed
  if ([street, zipCode, city].every((text) => text === "")) {
    return { warehouseLat: null, warehouseLng: null, warehousePlace: null, warehousePrecision: null }
  }
  const isUnchanged =
    street === current.warehouseStreet && zipCode === current.warehouseZipCode && city === current.warehouseCity
  if (isUnchanged && current.warehouseLat !== null && current.warehouseLng !== null) return {}
  const located = await geocoder().locate({ street, zipCode, city })
  if (!located) return "not-placed"
  return {
    warehouseLat: located.lat,
    warehouseLng: located.lng,
    warehousePlace: located.label,
    warehousePrecision: located.precision,
  }
}

function isSameTiers(
  stored: Pick<FinanceSettings, "cancellationTiers">,
  typed: Pick<FinanceSettings, "cancellationTiers">,
): boolean {
  const serialize = ({ cancellationTiers: tiers }: typeof stored) =>
    JSON.stringify(tiers.map(({ daysBefore, refundPercent }) => [daysBefore, refundPercent]))
  return serialize(stored) === serialize(typed)
}
