import { eq } from "drizzle-orm"
import type { Actor, Staff } from "../../domain/accounts/party.ts"
import { moveClaims } from "../../domain/availability/move.ts"
import { isHomeless, isInService } from "../../domain/availability/units.ts"
import { type BookingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { overlaps, rentalPeriods, touchedDays } from "../../domain/rental/periods.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { toStock } from "../catalog/stock.ts"
import type { Transaction } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { findClaims, releaseClaims } from "../availability/booked-units.ts"
import { withClaimRetry, claimChosenUnits } from "../availability/claim.ts"
import { lockProducts, readRentalHour } from "../availability/ranges.ts"
import { reuseFreeUnits } from "../availability/rehouse.ts"
import { type UnitHolder, findUnitConflicts } from "../availability/unit-holders.ts"
import { refuseExpired } from "./refuse-expired.ts"

type UnitMoveRequest = {
  /** Defaults to the first rental's. */
  productId?: ProductId
  /** null for a rental without a unit; `days` says which. */
  fromUnit: number | null
  toUnit: number
  days?: readonly Day[]
}

export type UnitMoveProblem =
  | { kind: "not-found" }
  | { kind: "not-occupying"; status: BookingStatus }
  | { kind: "changed" }
  | { kind: "no-such-unit"; units: number }
  /** Empty `by`: the occupant has gone since. */
  | { kind: "unit-taken"; days: Day[]; by: UnitHolder[] }

type MovedUnit = { number: number; days: Day[]; fromUnit: number | null; toUnit: number }

/** Follows the constraint, order and retries of every claim (D7). */
export async function moveBookingToUnit(
  actor: Staff,
  bookingId: BookingId,
  request: UnitMoveRequest,
  at: Date = new Date(),
): Promise<Result<MovedUnit, UnitMoveProblem>> {
  const moved = await withClaimRetry((tx) => moveUnitInTransaction(tx, { actor, bookingId, request, at }))
  return moved === "days-taken" ? err({ kind: "unit-taken", days: sortedDays(request.days ?? []), by: [] }) : moved
}

async function moveUnitInTransaction(
  tx: Transaction,
  {
    actor,
    bookingId,
    request: { productId, fromUnit: requestedUnit, toUnit, days: requestedDays },
    at,
  }: { actor: Actor; bookingId: BookingId; request: UnitMoveRequest; at: Date },
): Promise<Result<MovedUnit, UnitMoveProblem>> {
  // Locks the booking first, like every status change.
  const [row] = await tx
    .select({
      number: bookings.number,
      status: bookings.status,
      expiresAt: bookings.expiresAt,
      contractDueAt: bookings.contractDueAt,
      product: products,
    })
    .from(bookings)
    .innerJoin(products, eq(products.id, productId ?? bookings.productId))
    .where(eq(bookings.id, bookingId))
    .for("update", { of: bookings })
  if (!row) return err({ kind: "not-found" })
  const { number, product } = row
  const status = effectiveStatus(row, at)
  if (!occupiesDays(status)) return err({ kind: "not-occupying", status })
  if (!isInService(toUnit, toStock(product))) return err({ kind: "no-such-unit", units: product.stock })

  await lockProducts(tx, [product.id])
  const hour = await readRentalHour(tx)
  const requestedTimes = requestedDays?.flatMap((day) => rentalPeriods([day], hour))
  const ofProduct = (await findClaims(tx, bookingId)).filter((claim) => claim.productId === product.id)
  const leaving = ofProduct.find(
    (claim) =>
      (requestedUnit === null ? isHomeless(claim) : claim.unit === requestedUnit) &&
      requestedTimes?.some((time) => claim.rented && overlaps(claim.rented, time)) !== false,
  )
  if (!leaving) return err({ kind: "changed" })
  const { rental, unit: fromUnit } = leaving
  const onBothUnits = ofProduct.filter(
    ({ unit, ...claim }) => claim.rental === rental && (unit === fromUnit || unit === toUnit),
  )
  const rented = onBothUnits.flatMap((claim) => (claim.unit === fromUnit && claim.rented) || [])
  const days = sortedDays(requestedDays ?? rented.flatMap((time) => touchedDays(time, hour)))
  const isHeldBeside = onBothUnits.some(({ unit, held }) => unit === toUnit && overlaps(held, leaving.held))
  if (isHeldBeside && fromUnit !== toUnit) return err({ kind: "unit-taken", days, by: [] })
  const move = { fromUnit, toUnit, times: requestedTimes ?? rented }
  const claims = moveClaims(onBothUnits, move, toStock(product))
  if (!claims) return err({ kind: "changed" })
  const times = claims.flatMap(({ unit, held }) => (unit === toUnit ? held : []))
  const conflicts = await findUnitConflicts(tx, { productId: product.id, units: [toUnit], times, bookingId, at })
  if (conflicts.days.length > 0) return err({ kind: "unit-taken", ...conflicts })

  await releaseClaims(tx, onBothUnits)
  const request = {
    productId: product.id,
    occupant: { kind: "booking", bookingId, rental } as const,
    customerId: null,
    at,
  }
  await refuseExpired(tx, await claimChosenUnits(tx, request, claims), at)
  await reuseFreeUnits(tx, { productIds: [product.id], at })
  const event = { by: actor, subject: bookingId, at }
  if (requestedUnit === null) await recordEvent(tx, { ...event, action: "booking.rehoused", details: { toUnit, days } })
  else await recordEvent(tx, { ...event, action: "booking.unit-moved", details: { fromUnit, toUnit, days } })
  return ok({ number, days, fromUnit: requestedUnit, toUnit })
}
