import { eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Stale, changedFields, edit } from "../revisions/edits.ts"
import { type Opened, mergeEdit } from "../revisions/merge.ts"
import { transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { geocoder } from "../geocoding/current.server.ts"
import { financeSettings } from "../schema/settings.ts"
import { type FinanceSettings, readFinanceSettings } from "./queries.ts"

type Placed = "warehouseLat" | "warehouseLng" | "warehousePlace" | "warehousePrecision"

/** Everything that the owner types or chooses; where the warehouse is, is found. */
export type TypedSettings = Omit<FinanceSettings, "id" | "createdAt" | "updatedAt" | Placed>

/** The address service does not know the warehouse's address: no delivery could be counted from there. */
export type NotPlaced = { kind: "not-placed" }

/** There is one row of settings. */
export const financeSubject = { kind: "finance-settings", id: "1" } as const

/**
 * Saves the money settings as a whole. Refused when another administrator changed one of them since `seen`, and when
 * the warehouse has an address that cannot be placed. What has been booked keeps the price it was booked at (D3).
 */
export async function saveFinanceSettings(
  actor: Administrator,
  typed: TypedSettings,
  seen: Opened | Date | null,
  at: Date = new Date(),
): Promise<Result<FinanceSettings, Stale | NotPlaced>> {
  const known = await readFinanceSettings()
  // The map is asked before the transaction: nothing remote happens inside it (D7).
  const place = await placeOf(known, typed)
  if (place === "not-placed") return err({ kind: "not-placed" })
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(financeSettings).for("update")
    if (!stored) throw new Error("Error loading settings")
    const edited = await mergeEdit(tx, financeSubject, stored, seen, typed)
    if (!edited.ok) return edited
    const merged = edited.value
    if (!sameWarehouse(merged, typed) && !sameWarehouse(merged, stored)) {
      // Half of an address is nobody's: it was placed as it was typed.
      return err({ kind: "stale", by: "", at: stored.updatedAt, fields: [...warehouseFields], seen: stored.updatedAt })
    }
    const next = {
      ...merged,
      ...(sameWarehouse(merged, typed) ? place : {}),
      cancellationTiers: sameTiers(stored, merged) ? stored.cancellationTiers : merged.cancellationTiers,
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
