import { eq } from "drizzle-orm"
import { isLawfulWithdrawal } from "../../../domain/booking/withdrawal.ts"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { changedFields, edit } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion, versionText } from "../../platform/revisions/version.ts"
import { transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { geocoder } from "../../platform/geocoding/current.server.ts"
import { financeSettings } from "../../platform/schema/settings.ts"
import { type FinanceSettings, readFinanceSettings } from "./queries.ts"

type Placed = "warehouseLat" | "warehouseLng" | "warehousePlace" | "warehousePrecision"

/** Everything that the owner types or chooses; where the warehouse is, is found. */
export type TypedSettings = Omit<FinanceSettings, "id" | "createdAt" | "updatedAt" | Placed>

/** The address service does not know the warehouse's address: no delivery could be counted from there. */
export type NotPlaced = { kind: "not-placed" }

/** From 1 to 13 days to withdraw, which the law does not allow (D45). */
export type UnlawfulWithdrawal = { kind: "withdrawal-days" }

/** There is one row of settings. */
export const financeSubject = { kind: "finance-settings", id: "1" } as const

/**
 * Saves the money settings as a whole. Refused when another version is stored, and when the warehouse has an address that cannot be placed. What has been booked keeps the price it was booked at (D3).
 */
export async function saveFinanceSettings(
  actor: Administrator,
  typed: TypedSettings,
  loaded: LoadedForm | Date | null,
  at: Date = new Date(),
): Promise<Result<FinanceSettings, Stale | NotPlaced | UnlawfulWithdrawal>> {
  if (!isLawfulWithdrawal(typed.withdrawalDays)) return err({ kind: "withdrawal-days" })
  const known = await readFinanceSettings()
  // The map is asked before the transaction: nothing remote happens inside it (D7).
  const place = await placeOf(known, typed)
  if (place === "not-placed") return err({ kind: "not-placed" })
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(financeSettings).for("update")
    if (!stored) throw new Error("Error loading settings")
    const version = stored.updatedAt
    const checked = await checkVersion(tx, { ...financeSubject, stored, version, typed, loaded })
    if (!checked.ok) return checked
    const fields = checked.value
    if (!sameWarehouse(fields, typed) && !sameWarehouse(fields, stored)) {
      // Only the typed address and the stored one have a place on the map, not a mixture of both.
      return err({ kind: "stale", fields: [...warehouseFields], version: versionText(version), by: "", at: null })
    }
    const next = {
      ...fields,
      ...(sameWarehouse(fields, typed) ? place : {}),
      cancellationTiers: sameTiers(stored, fields) ? stored.cancellationTiers : fields.cancellationTiers,
    }
    const changed = changedFields(stored, next)
    if (changed.length === 0) return ok(stored)
    const [saved] = await tx.update(financeSettings).set(next).where(eq(financeSettings.id, stored.id)).returning()
    if (!saved) throw new Error("The finance settings were locked, then gone")
    await recordEvent(tx, {
      by: actor,
      action: "finance.saved",
      subject: financeSubject.id,
      ...edit(changed, saved.updatedAt, { before: stored, after: saved }),
      at,
    })
    return ok(saved)
  })
}

const warehouseFields = ["warehouseStreet", "warehouseZipCode", "warehouseCity"] as const
type Warehouse = Pick<FinanceSettings, (typeof warehouseFields)[number]>

function sameWarehouse(one: Warehouse, other: Warehouse): boolean {
  return warehouseFields.every((name) => one[name] === other[name])
}

/** Where the warehouse is. An address that stays keeps its place, and one that is emptied loses it. */
async function placeOf(
  known: FinanceSettings,
  typed: TypedSettings,
): Promise<Pick<FinanceSettings, Placed> | Record<string, never> | "not-placed"> {
  const { warehouseStreet: street, warehouseZipCode: zipCode, warehouseCity: city } = typed
  if ([street, zipCode, city].every((text) => text === "")) {
    return { warehouseLat: null, warehouseLng: null, warehousePlace: null, warehousePrecision: null }
  }
  const same = street === known.warehouseStreet && zipCode === known.warehouseZipCode && city === known.warehouseCity
  if (same && known.warehouseLat !== null && known.warehouseLng !== null) return {}
  const located = await geocoder().locate({ street, zipCode, city })
  if (!located) return "not-placed"
  return {
    warehouseLat: located.lat,
    warehouseLng: located.lng,
    warehousePlace: located.label,
    warehousePrecision: located.precision,
  }
}

function sameTiers(
  stored: Pick<FinanceSettings, "cancellationTiers">,
  typed: Pick<FinanceSettings, "cancellationTiers">,
): boolean {
  const written = ({ cancellationTiers: tiers }: typeof stored) =>
    JSON.stringify(tiers.map(({ daysBefore, refundPercent }) => [daysBefore, refundPercent]))
  return written(stored) === written(typed)
}
