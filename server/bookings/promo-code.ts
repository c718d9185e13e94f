import { and, eq, sql } from "drizzle-orm"
import { type Day, dayInParis } from "../../domain/day.ts"
import type { BookingId, Id, ProfileId, QuoteId } from "../../domain/id.ts"
import {
  type PromoCode,
  type PromoCodeProblem,
  type PromoCodeTerms,
  type RentalOfCode,
  findCodeProblem,
  normalizeCode,
  toPricedCode,
} from "../../domain/pricing/code-terms.ts"
import type { PricedCode } from "../../domain/pricing/promo-code.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Executor, type Transaction, db } from "../platform/database.server.ts"
import { promoCodeUses, promoCodes } from "../platform/schema/promo-codes.ts"

type CodeRequest = {
  customerId: ProfileId | null
  rentals: readonly RentalOfCode[]
  /** A quote does not use its own code up. */
  quoteId?: QuoteId | null
  at: Date
}

/** Whether the code can be had now; only its use in the booking's transaction is binding. */
async function findPromoCode(
  typed: string,
  { rentals, at, ...user }: CodeRequest,
): Promise<Result<PromoCode, PromoCodeProblem>> {
  const code = await readOpenCode(typed, db)
  if (!code) return err({ kind: "unknown-code" })
  const problem =
    findCodeProblem(code, rentals, dayInParis(at)) ?? findUseProblem(code, await countUses(db, code, { ...user, at }))
  return problem ? err(problem) : ok(code)
}

/** Typed, or carried by a link; `terms` is null when it cannot be had. */
export type TypedCode = {
  typed: string
  terms: PromoCodeTerms | null
  problem: PromoCodeProblem | null
  isPublished: boolean
}

export async function readTypedCodeTerms(typed: string | null, request: CodeRequest): Promise<TypedCode | null> {
  if (typed === null) return null
  const code = await findPromoCode(typed, request)
  if (!code.ok) return { typed, terms: null, problem: code.error, isPublished: false }
  const { unit, value, bookedFrom, bookedTo, eventFrom, eventTo, productIds, minimumTotal } = code.value
  const terms = {
    code: code.value.code,
    unit,
    value,
    bookedFrom,
    bookedTo,
    eventFrom,
    eventTo,
    productIds,
    minimumTotal,
  }
  return { typed, terms, problem: null, isPublished: code.value.isPublished }
}

export async function pricePromoCode(
  typed: string | null,
  request: CodeRequest,
): Promise<Result<PricedCode | null, PromoCodeProblem>> {
  const code = await readTypedCodeTerms(typed, request)
  if (code?.problem) return err(code.problem)
  return ok(code?.terms ? toPricedCode(code.terms, request.rentals) : null)
}

/** A cart becomes several bookings; the first that the code is for has it. */
export async function findGroupForCode(
  typed: string | null,
  groups: readonly (readonly RentalOfCode[])[],
  today: Day,
): Promise<number> {
  const code = typed === null ? null : await readOpenCode(typed, db)
  if (!code) return 0
  return Math.max(
    0,
    groups.findIndex((rentals) => findCodeProblem(code, rentals, today) === null),
  )
}

async function readOpenCode(typed: string, executor: Executor) {
  const [code] = await executor
    .select()
    .from(promoCodes)
    .where(and(eq(promoCodes.code, normalizeCode(typed)), eq(promoCodes.isActive, true)))
  return code ?? null
}

/** null once the use is recorded. */
export async function recordPromoCodeUse(
  tx: Transaction,
  { code, booking, at }: { code: string; booking: RentedUse; at: Date },
): Promise<PromoCodeProblem | null> {
  const user = { customerId: booking.userId, rentals: booking.rentals, at }
  const locked = await lockPromoCode(tx, code, user)
  if (!locked.ok) return locked.error
  await tx.insert(promoCodeUses).values({ bookingId: booking.id, codeId: locked.value })
  return null
}

type RentedUse = { id: BookingId; userId: ProfileId; rentals: readonly RentalOfCode[] }

/** The lock lets a race for a code's last use have one winner. Lock order: before the products. */
export async function lockPromoCode(
  tx: Transaction,
  code: string,
  { rentals, ...user }: CodeRequest,
): Promise<Result<Id, PromoCodeProblem>> {
  const [locked] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code)).for("update")
  if (!locked?.isActive) return err({ kind: "unknown-code" })
  const problem =
    findCodeProblem(locked, rentals, dayInParis(user.at)) ?? findUseProblem(locked, await countUses(tx, locked, user))
  return problem ? err(problem) : ok(locked.id)
}

/** A quote's code is honoured until it ends, even when it has been closed meanwhile (D65). */
export async function lockHonouredCode(tx: Transaction, code: string): Promise<Id | null> {
  const [locked] = await tx
    .select({ id: promoCodes.id })
    .from(promoCodes)
    .where(eq(promoCodes.code, code))
    .for("update")
  return locked?.id ?? null
}

type CodeUser = { customerId: ProfileId | null; quoteId?: QuoteId | null; at: Date }

type Uses = { all: number; own: number }

function findUseProblem(
  { maximumUses, maximumUsesEach }: Pick<PromoCode, "maximumUses" | "maximumUsesEach">,
  { all, own }: Uses,
): PromoCodeProblem | null {
  if (maximumUsesEach !== null && own >= maximumUsesEach) return { kind: "code-used-by-you" }
  return maximumUses !== null && all >= maximumUses ? { kind: "code-used-up" } : null
}

/** A booking that ended before it was confirmed used nothing; a quote uses its code while it is open (D65). */
async function countUses(
  executor: Executor,
  { id, code }: Pick<PromoCode, "id" | "code">,
  { customerId, quoteId = null, at }: CodeUser,
): Promise<Uses> {
  const { rows } = await executor.execute<Uses>(sql`
    select count(*)::integer as all, count(*) filter (where user_id = ${customerId})::integer as own
    from (
      select user_id from promo_code_uses join bookings on bookings.id = booking_id
      where code_id = ${id} and (status in ('pending', 'confirmed') or confirmed_at is not null)
      union all
      select user_id from quotes join lateral (
        select row, valid_until from quote_versions where quote_id = quotes.id and sent_at is not null
        order by version desc limit 1) sent on true
      where state = 'sent' and valid_until > ${at.toISOString()}::timestamptz
        and row ->> 'promoCode' = ${code} and quotes.id is distinct from ${quoteId}) uses`)
  return rows[0] ?? { all: 0, own: 0 }
}
