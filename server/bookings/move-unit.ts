import { eq } from "drizzle-orm"
import type { Actor, Administrator } from "../../domain/accounts/party.ts"
import { moveClaims } from "../../domain/availability/move.ts"
import { type BookingStatus, occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { stockOf } from "../catalog/queries.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { findClaims, releaseBlocks, releaseUnits } from "../availability/booked-units.ts"
import { withClaimRetry, takeUnits } from "../availability/claim.ts"
import { fillBlocks } from "../availability/release.ts"
import { type UnitTaker, conflictsOf } from "../availability/takers.ts"
import { refuseExpired } from "./refuse-expired.ts"

export type UnitMoveRequest = {
  fromUnit: number
  toUnit: number
  /** Which of the days on that unit; absent: all of them. */
  days?: readonly Day[]
}

export type UnitMoveProblem =
  | { kind: "not-found" }
  /** Refused, expired or cancelled: it occupies no unit. */
  | { kind: "not-occupying"; status: BookingStatus }
  /** The booking is not, or not any more, on that unit on these days. */
  | { kind: "changed" }
  | { kind: "no-such-unit"; units: number }
  /** `by` is empty when the race was lost to somebody who has gone since. */
  | { kind: "unit-taken"; days: Day[]; by: UnitTaker[] }

export type MovedUnit = { number: number; days: Day[]; fromUnit: number; toUnit: number }

/**
 * Gives a booking another unit of its product on some or all of its days, with their preparation. It goes through the
 * same constraint, order and retries as every claim (D7); an owner's block yields, and closes the unit that is left.
 */
export async function moveBookingToUnit(
  actor: Administrator,
  bookingId: BookingId,
  request: UnitMoveRequest,
  at: Date = new Date(),
): Promise<Result<MovedUnit, UnitMoveProblem>> {
  const moved = await withClaimRetry((tx) => moveOnce(tx, actor, bookingId, request, at))
  return moved === "days-taken" ? err({ kind: "unit-taken", days: sortedDays(request.days ?? []), by: [] }) : moved
}

async function moveOnce(
  tx: Transaction,
  actor: Actor,
  bookingId: BookingId,
  { fromUnit, toUnit, days: asked }: UnitMoveRequest,
  at: Date,
): Promise<Result<MovedUnit, UnitMoveProblem>> {
  // The booking first, as every change of its status does: anyone who moves or answers it meanwhile waits.
  const [found] = await tx
    .select({
      number: bookings.number,
      status: bookings.status,
      expiresAt: bookings.expiresAt,
      contractDueAt: bookings.contractDueAt,
      product: products,
    })
    .from(bookings)
    .innerJoin(products, eq(products.id, bookings.productId))
    .where(eq(bookings.id, bookingId))
    .for("update", { of: bookings })
  if (!found) return err({ kind: "not-found" })
  const { number, product } = found
  const status = statusAt(found, at)
  if (!occupiesDays(status)) return err({ kind: "not-occupying", status })
  if (!Number.isInteger(toUnit) || toUnit < 1 || toUnit > product.stock)
    return err({ kind: "no-such-unit", units: product.stock })

  const own = await findClaims(tx, bookingId)
  const days = sortedDays(
    asked ?? own.filter(({ unit, role }) => unit === fromUnit && role === "rental").map(({ day }) => day),
  )
  const claims = moveClaims(own, { fromUnit, toUnit, days }, stockOf(product))
  if (!claims) return err({ kind: "changed" })
  const arriving = claims.filter(({ unit }) => unit === toUnit).map(({ day }) => day)
  const taken = await conflictsOf(tx, { productId: product.id, units: [toUnit], days: arriving, bookingId, at })
  if (taken.days.length > 0) return err({ kind: "unit-taken", ...taken })

  await releaseUnits(tx, { bookingId, units: [fromUnit, toUnit] })
  await releaseBlocks(tx, { productId: product.id, units: [toUnit], days: arriving })
  const request = { productId: product.id, occupant: { kind: "booking", bookingId }, customerId: null, at } as const
  await refuseExpired(tx, await takeUnits(tx, request, claims), at)
  await fillBlocks(
    tx,
    product.id,
    own.map(({ day }) => day),
  )
  await recordEvent(tx, {
    by: actor,
    action: "booking.unit-moved",
    subject: bookingId,
    details: { fromUnit, toUnit, days },
    at,
  })
  return ok({ number, days, fromUnit, toUnit })
}
