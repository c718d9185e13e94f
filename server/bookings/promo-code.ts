import { and, eq, sql } from "drizzle-orm"
import type { Day } from "../../domain/day.ts"
import type { BookingId, Id, ProfileId } from "../../domain/id.ts"
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

type CodeRequest = { customerId: ProfileId | null; rentals: readonly RentalOfCode[]; today: Day }

/** Whether the code can be had now; only its use in the booking's transaction is binding. */
async function findPromoCode(
  typed: string,
  { customerId, rentals, today }: CodeRequest,
  executor: Executor = db,
): Promise<Result<PromoCode, PromoCodeProblem>> {
  const code = await readOpenCode(typed, executor)
  if (!code) return err({ kind: "unknown-code" })
  const problem =
    findCodeProblem(code, rentals, today) ?? findUseProblem(code, await countUses(executor, code.id, customerId))
  return problem ? err(problem) : ok(code)
}

/** Typed, or carried by a link; `terms` is null when it cannot be had. */
export type TypedCode = { typed: string; terms: PromoCodeTerms | null; problem: PromoCodeProblem | null }

export async function readTypedCodeTerms(typed: string | null, request: CodeRequest): Promise<TypedCode | null> {
  if (typed === null) return null
  const code = await findPromoCode(typed, request)
  if (!code.ok) return { typed, terms: null, problem: code.error }
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
  return { typed, terms, problem: null }
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

/** The code's lock lets a race for its last use have one winner. */
export async function recordPromoCodeUse(
  tx: Transaction,
  { code, booking }: { code: string; booking: { id: BookingId; userId: ProfileId } },
): Promise<PromoCodeProblem | null> {
  const [locked] = await tx.select().from(promoCodes).where(eq(promoCodes.code, code)).for("update")
  if (!locked?.isActive) return { kind: "unknown-code" }
  const problem = findUseProblem(locked, await countUses(tx, locked.id, booking.userId))
  if (problem === null) await tx.insert(promoCodeUses).values({ bookingId: booking.id, codeId: locked.id })
  return problem
}

type Uses = { all: number; own: number }

function findUseProblem(
  { maximumUses, maximumUsesEach }: Pick<PromoCode, "maximumUses" | "maximumUsesEach">,
  { all, own }: Uses,
): PromoCodeProblem | null {
  if (maximumUsesEach !== null && own >= maximumUsesEach) return { kind: "code-used-by-you" }
  return maximumUses !== null && all >= maximumUses ? { kind: "code-used-up" } : null
}

/** A booking that ended before it was confirmed used nothing (D65). */
async function countUses(executor: Executor, codeId: Id, customerId: ProfileId | null): Promise<Uses> {
  const { rows } = await executor.execute<Uses>(sql`
    select count(*)::integer as all, count(*) filter (where user_id = ${customerId})::integer as own
    from promo_code_uses join bookings on bookings.id = booking_id
    where code_id = ${codeId} and (status in ('pending', 'confirmed') or confirmed_at is not null)`)
  return rows[0] ?? { all: 0, own: 0 }
}
