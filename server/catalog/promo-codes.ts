import { asc, desc, eq, sql } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId, Id } from "../../domain/id.ts"
import type { Cents } from "../../domain/money.ts"
import type { PromoCodeFields } from "../../domain/pricing/code-terms.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { db, transaction } from "../platform/database.server.ts"
import { isUniqueViolation } from "../platform/database/failures.ts"
import { recordEvent } from "../platform/events/record.ts"
import { changedFields, editDetails, fieldNames } from "../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../platform/revisions/version.ts"
import { listLowestPrices } from "./lowest-price.ts"
import { listActiveProducts } from "./queries.ts"
import { promoCodes } from "../platform/schema/promo-codes.ts"

type StoredPromoCode = typeof promoCodes.$inferSelect

export type ListedPromoCode = StoredPromoCode & PromoCodeResult

/** Counts the bookings that stand or were confirmed. */
type PromoCodeResult = { uses: number; cost: Cents; sales: Cents }

export type PromoCodeUse = {
  bookingId: BookingId
  number: number
  customer: string
  firstDay: Day
  isCancelled: boolean
  discount: Cents
  total: Cents
}

const usesOfCodes = sql`
  select use.code_id, booking.id, number, user_id, first_day, booking.status = 'cancelled' as is_cancelled, total,
    (select -coalesce(sum((line ->> 'amount')::integer), 0)::integer
      from jsonb_array_elements(price_lines -> 'lines') line where line ->> 'kind' = 'promo-code') as discount
  from promo_code_uses use join bookings booking on booking.id = use.booking_id
  where booking.status in ('pending', 'confirmed') or confirmed_at is not null`

export async function listPromoCodes(): Promise<ListedPromoCode[]> {
  const [codes, { rows }] = await Promise.all([
    db.select().from(promoCodes).orderBy(desc(promoCodes.isActive), asc(promoCodes.code)),
    db.execute<PromoCodeResult & { code_id: Id }>(sql`
      select code_id, count(*)::integer as uses, sum(discount)::integer as cost, sum(total)::integer as sales
      from (${usesOfCodes}) uses group by code_id`),
  ])
  const results = new Map(rows.map(({ code_id: id, ...result }) => [id, result]))
  return codes.map((code) => ({ ...code, ...(results.get(code.id) ?? { uses: 0, cost: 0, sales: 0 }) }))
}

export async function readPromoCode(id: Id): Promise<StoredPromoCode | null> {
  const [code] = await db.select().from(promoCodes).where(eq(promoCodes.id, id))
  return code ?? null
}

export async function listPromoCodeUses(id: Id): Promise<PromoCodeUse[]> {
  const { rows } = await db.execute<PromoCodeUse>(sql`
    select uses.id as "bookingId", number::integer, profiles.name as customer, first_day as "firstDay",
      is_cancelled as "isCancelled", discount, total
    from (${usesOfCodes}) uses join profiles on profiles.id = user_id
    where code_id = ${id} order by first_day desc, number desc`)
  return rows
}

type CodeTaken = { kind: "code-taken" }

/** A reduction is announced only beside the lowest price of 30 days (D64). */
type PriceUnknown = { kind: "price-unknown"; productName: string }

export async function addPromoCode(
  actor: Staff,
  fields: PromoCodeFields,
  at: Date = new Date(),
): Promise<Result<Id, CodeTaken | PriceUnknown>> {
  const unknown = await findUnknownPrice(fields, at)
  if (unknown) return err(unknown)
  return refuseTakenCode(() =>
    transaction(async (tx) => {
      const [added] = await tx.insert(promoCodes).values(toColumns(fields)).returning()
      if (!added) throw new Error("The promo code was not returned")
      const details = { name: added.code, changed: fieldNames(fields), version: added.updatedAt.toISOString() }
      await recordEvent(tx, { by: actor, action: "promo-code.added", subject: added.id, details, at })
      return ok(added.id)
    }),
  )
}

/** Bookings keep the discount that they were placed with. */
export async function savePromoCode({
  actor,
  id,
  fields,
  loaded,
  at = new Date(),
}: {
  actor: Staff
  id: Id
  fields: PromoCodeFields
  loaded: LoadedForm
  at?: Date
}): Promise<Result<null, CodeTaken | PriceUnknown | Stale | { kind: "gone" }>> {
  const unknown = await findUnknownPrice(fields, at)
  if (unknown) return err(unknown)
  return refuseTakenCode<null, Stale | { kind: "gone" }>(() =>
    transaction(async (tx) => {
      const [stored] = await tx.select().from(promoCodes).where(eq(promoCodes.id, id)).for("update")
      if (!stored) return err({ kind: "gone" })
      // Bookings and quotes name the code.
      const typed = { ...toColumns(fields), code: stored.code }
      const checked = await checkVersion(tx, {
        kind: "promo-code",
        id,
        stored,
        version: stored.updatedAt,
        typed,
        loaded,
      })
      if (!checked.ok) return checked
      const changed = changedFields(stored, checked.value)
      if (changed.length === 0) return ok(null)
      const [saved] = await tx.update(promoCodes).set(checked.value).where(eq(promoCodes.id, id)).returning()
      if (!saved) throw new Error("The promo code was locked, then gone")
      const details = editDetails(changed, saved.updatedAt, { before: stored, after: saved })
      await recordEvent(tx, { by: actor, action: "promo-code.saved", subject: id, ...details, at })
      return ok(null)
    }),
  )
}

export async function switchPromoCode({
  actor,
  id,
  isActive,
  at = new Date(),
}: {
  actor: Staff
  id: Id
  isActive: boolean
  at?: Date
}): Promise<boolean> {
  return transaction(async (tx) => {
    const [saved] = await tx.update(promoCodes).set({ isActive }).where(eq(promoCodes.id, id)).returning()
    if (!saved) return false
    const action = isActive ? "promo-code.opened" : "promo-code.closed"
    await recordEvent(tx, {
      by: actor,
      action,
      subject: id,
      details: { name: saved.code, version: saved.updatedAt.toISOString() },
      at,
    })
    return true
  })
}

async function findUnknownPrice({ isPublished, productIds }: PromoCodeFields, at: Date): Promise<PriceUnknown | null> {
  if (!isPublished) return null
  for (const product of await listActiveProducts()) {
    if (productIds !== null && !productIds.includes(product.id)) continue
    const prices = await listLowestPrices(product, at)
    if (prices.length < product.plans.length) return { kind: "price-unknown", productName: product.name }
  }
  return null
}

function toColumns({ productIds, ...fields }: PromoCodeFields) {
  return { ...fields, productIds: productIds && [...productIds] }
}

async function refuseTakenCode<Value, Problem>(
  write: () => Promise<Result<Value, Problem>>,
): Promise<Result<Value, Problem | CodeTaken>> {
  try {
    return await write()
  } catch (failure) {
    if (isUniqueViolation(failure, "promo_codes_code_key")) return err({ kind: "code-taken" })
    throw failure
  }
}
