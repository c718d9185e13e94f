import { eq, inArray } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { type Swapped, swapGroup } from "../../domain/availability/swap.ts"
import { type BookingStatus, occupiesDays, statusAt } from "../../domain/booking/status.ts"
import { type Day, dayInParis, sortedDays } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { takeUnits, withClaimRetry } from "../availability/claim.ts"
import { type UnitOccupant, findOccupants, releaseBlocks, releaseUnits } from "../availability/booked-units.ts"
import { fillBlocks } from "../availability/release.ts"
import { refuseExpired } from "./refuse-expired.ts"

/** Which unit a booking leaves for which other, and the other bookings that are known to change places with it. */
export type UnitSwap = { fromUnit: number; toUnit: number; others: readonly BookingId[] }

export type UnitSwapProblem =
  | { kind: "not-found" }
  /** Refused, expired or cancelled: it occupies no unit. */
  | { kind: "not-occupying"; status: BookingStatus }
  | { kind: "no-such-unit"; units: number }
  /** Others are in the way than those that were agreed to, a cart, or one that is out already. */
  | { kind: "changed" }

export type SwappedUnits = { number: number; days: Day[]; fromUnit: number; toUnit: number }

/**
 * For each unit, the other bookings that would have to change places for this one to have it; empty when nobody is in
 * its way. Null where a swap is no way: a cart is in the way, or a machine that is out already.
 */
export async function bookingsToSwap(
  productId: ProductId,
  { bookingId, fromUnit, toUnits }: { bookingId: BookingId; fromUnit: number; toUnits: readonly number[] },
  at: Date,
): Promise<Map<number, Swapped[] | null>> {
  const occupied = await findOccupants(db, productId, { units: [fromUnit, ...toUnits], at })
  return new Map(
    toUnits.map((toUnit) => {
      const ofBoth = occupied.filter(({ unit }) => unit === fromUnit || unit === toUnit)
      return [toUnit, groupOf(ofBoth, { bookingId, fromUnit, toUnit })]
    }),
  )
}

function groupOf(
  occupied: readonly UnitOccupant[],
  place: { bookingId: BookingId; fromUnit: number; toUnit: number },
): Swapped[] | null {
  const group = swapGroup(occupied, place)
  if (!group) return null
  const begun = new Set(occupied.flatMap((row) => (row.begun && row.bookingId ? row.bookingId : [])))
  return group.some(({ bookingId }) => begun.has(bookingId)) ? null : group
}

/**
 * Gives a booking another unit of its product, and those that are in its way the unit that it leaves, with their
 * preparation: all at once, so that every rental keeps a machine. Refused when others are in the way than the owner saw.
 */
export async function swapUnits(
  actor: Administrator,
  bookingId: BookingId,
  swap: UnitSwap,
  at: Date = new Date(),
): Promise<Result<SwappedUnits, UnitSwapProblem>> {
  const swapped = await withClaimRetry((tx) => swapOnce(tx, actor, bookingId, swap, at))
  return swapped === "days-taken" ? err({ kind: "changed" }) : swapped
}

async function swapOnce(
  tx: Transaction,
  actor: Administrator,
  bookingId: BookingId,
  { fromUnit, toUnit, others }: UnitSwap,
  at: Date,
): Promise<Result<SwappedUnits, UnitSwapProblem>> {
  // All bookings first, in one order, as every change of their status does.
  const rows = await tx
    .select({
      id: bookings.id,
      number: bookings.number,
      status: bookings.status,
      expiresAt: bookings.expiresAt,
      contractDueAt: bookings.contractDueAt,
      productId: bookings.productId,
    })
    .from(bookings)
    .where(inArray(bookings.id, [bookingId, ...others]))
    .orderBy(bookings.id)
    .for("update")
  const found = rows.find(({ id }) => id === bookingId)
  if (!found) return err({ kind: "not-found" })
  const status = statusAt(found, at)
  if (!occupiesDays(status)) return err({ kind: "not-occupying", status })
  const { productId, number } = found
  const [product] = await tx.select({ stock: products.stock }).from(products).where(eq(products.id, productId))
  const units = product?.stock ?? 0
  if ([fromUnit, toUnit].some((unit) => !Number.isInteger(unit) || unit < 1 || unit > units))
    return err({ kind: "no-such-unit", units })

  const occupied = await findOccupants(tx, productId, { units: [fromUnit, toUnit], at })
  const group = groupOf(occupied, { bookingId, fromUnit, toUnit })
  const inTheWay = new Set(group?.map((member) => member.bookingId))
  if (!group || inTheWay.size !== new Set([bookingId, ...others]).size || others.some((id) => !inTheWay.has(id)))
    return err({ kind: "changed" })

  const today = dayInParis(at)
  const moves = group.map((member) => ({
    ...member,
    to: member.unit === fromUnit ? toUnit : fromUnit,
    claims: occupied.filter((row) => row.bookingId === member.bookingId && row.unit === member.unit),
  }))
  const days = sortedDays(moves.flatMap(({ claims }) => claims.map(({ day }) => day)))
  for (const { bookingId: id, unit } of moves) await releaseUnits(tx, { bookingId: id, units: [unit], from: today })
  await releaseBlocks(tx, { productId, units: [fromUnit, toUnit], days })
  for (const { bookingId: id, unit, to, claims } of moves) {
    const ended = await takeUnits(
      tx,
      { productId, occupant: { kind: "booking", bookingId: id }, customerId: null, at },
      claims.map(({ day, role }) => ({ unit: to, day, role })),
    )
    await refuseExpired(tx, ended, at)
    const rented = sortedDays(claims.filter(({ role }) => role === "rental").map(({ day }) => day))
    const moved = { fromUnit: unit, toUnit: to, days: rented }
    const first = id === bookingId && unit === fromUnit
    await recordEvent(tx, {
      by: actor,
      subject: id,
      at,
      ...(first
        ? {
            action: "booking.units-swapped",
            details: { ...moved, others: [...inTheWay].filter((one) => one !== bookingId) },
          }
        : { action: "booking.unit-moved", details: moved }),
    })
  }
  await fillBlocks(tx, productId, days)
  const rented = sortedDays(moves[0]?.claims.filter(({ role }) => role === "rental").map(({ day }) => day) ?? [])
  return ok({ number, days: rented, fromUnit, toUnit })
}
