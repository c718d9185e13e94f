import { eq } from "drizzle-orm"
import { isLawfulWithdrawal } from "../../domain/booking/withdrawal.ts"
import { z } from "zod"
import type { Administrator } from "../../domain/accounts/party.ts"
import type { CancellationTier } from "../../domain/content/cancellation-labels.ts"
import { MAX_TIERS, type TypedTier, readTiers } from "../../domain/finance/cancellation-tiers.ts"
import { daysLabel } from "../../domain/pricing/price-labels.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { type Stale, changedFields, edit } from "../revisions/edits.ts"
import { type ListRule, mergeLists } from "../revisions/merge-list.ts"
import { type ListMerges, type Opened, mergeEdit } from "../revisions/merge.ts"
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

/** From 1 to 13 days to withdraw, which the law does not allow (D45). */
export type UnlawfulWithdrawal = { kind: "withdrawal-days" }

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
): Promise<Result<FinanceSettings, Stale | NotPlaced | UnlawfulWithdrawal>> {
  if (!isLawfulWithdrawal(typed.withdrawalDays)) return err({ kind: "withdrawal-days" })
  const known = await readFinanceSettings()
  // The map is asked before the transaction: nothing remote happens inside it (D7).
  const place = await placeOf(known, typed)
  if (place === "not-placed") return err({ kind: "not-placed" })
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(financeSettings).for("update")
    if (!stored) throw new Error("Error loading settings")
    const edited = await mergeEdit(tx, financeSubject, stored, seen, typed, inTiers)
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

/** Tiers merge one by one; two that contradict each other stay a choice of the whole. */
const tierRule: ListRule<CancellationTier> = {
  plain: ({ daysBefore, refundPercent }) => [daysBefore, refundPercent],
  key: ({ daysBefore }) => `${daysLabel(daysBefore)} avant`,
  text: ({ refundPercent }) => `${refundPercent}\u00a0% remboursés`,
  sorted: (one, other) => other.daysBefore - one.daysBefore,
  isTaken: (tiers) => tiers.length <= MAX_TIERS && readTiers(tiers.map(typedTier)).ok,
}

const inTiers: ListMerges<TypedSettings> = {
  cancellationTiers: (before, stored, mine, field) => {
    const known = z.array(z.object({ daysBefore: z.number(), refundPercent: z.number() })).safeParse(before)
    return known.success ? mergeLists(tierRule, known.data, stored, mine, field) : null
  },
}

function typedTier({ daysBefore, refundPercent }: CancellationTier): TypedTier {
  return { daysBefore: String(daysBefore), refundPercent: String(refundPercent) }
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
