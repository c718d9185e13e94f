import { eq, inArray } from "drizzle-orm"
import type { Staff } from "../../domain/accounts/party.ts"
import { isInService } from "../../domain/availability/units.ts"
import { type SwapMember, swapGroup } from "../../domain/availability/swap.ts"
import { type BookingStatus, occupiesDays, effectiveStatus } from "../../domain/booking/status.ts"
import { type Day, sortedDays } from "../../domain/day.ts"
import type { BookingId, ProductId } from "../../domain/id.ts"
import { touchedDays } from "../../domain/rental/periods.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Transaction, db } from "../platform/database.server.ts"
import { recordEvent } from "../platform/events/record.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { products } from "../platform/schema/catalog.ts"
import { claimChosenUnits, withClaimRetry } from "../availability/claim.ts"
import { type UnitOccupant, findOccupants, releaseClaims } from "../availability/booked-units.ts"
import { lockProducts, readRentalHour } from "../availability/ranges.ts"
import { reuseFreeUnits } from "../availability/rehouse.ts"
import { refuseExpired } from "./refuse-expired.ts"

/** The product defaults to the first rental's. */
type UnitSwap = { productId?: ProductId; fromUnit: number; toUnit: number; others: readonly BookingId[] }

type UnitSwapProblem =
  | { kind: "not-found" }
  | { kind: "not-occupying"; status: BookingStatus }
  | { kind: "no-such-unit"; units: number }
  | { kind: "changed" }

type SwappedUnits = { number: number; days: Day[]; fromUnit: number; toUnit: number }

/** Empty when the unit is free; null when a cart or a picked-up machine blocks it. */
export async function findBookingsToSwap(
  productId: ProductId,
  { bookingId, fromUnit, toUnits }: { bookingId: BookingId; fromUnit: number; toUnits: readonly number[] },
  at: Date,
): Promise<Map<number, SwapMember[] | null>> {
  const occupied = await findOccupants(db, productId, { units: [fromUnit, ...toUnits], at })
  return new Map(
    toUnits.map((toUnit) => {
      const onBothUnits = occupied.filter(({ unit }) => unit === fromUnit || unit === toUnit)
      return [toUnit, findSwapGroup(onBothUnits, { bookingId, fromUnit, toUnit })]
    }),
  )
}

function findSwapGroup(
  occupied: readonly UnitOccupant[],
  move: { bookingId: BookingId; fromUnit: number; toUnit: number },
): SwapMember[] | null {
  const group = swapGroup(occupied, move)
  if (!group) return null
  const begun = new Set(occupied.flatMap((row) => (row.begun && row.bookingId ? row.bookingId : [])))
  return group.some(({ bookingId }) => begun.has(bookingId)) ? null : group
}

/** Fails when the blocking bookings differ from those that the owner confirmed. */
export async function swapUnits(
  actor: Staff,
  bookingId: BookingId,
  swap: UnitSwap,
  at: Date = new Date(),
): Promise<Result<SwappedUnits, UnitSwapProblem>> {
  const swapped = await withClaimRetry((tx) => swapInTransaction(tx, { actor, bookingId, swap, at }))
  return swapped === "days-taken" ? err({ kind: "changed" }) : swapped
}

async function swapInTransaction(
  tx: Transaction,
  {
    actor,
    bookingId,
    swap: { fromUnit, toUnit, others, ...swap },
    at,
  }: { actor: Staff; bookingId: BookingId; swap: UnitSwap; at: Date },
): Promise<Result<SwappedUnits, UnitSwapProblem>> {
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
  const booking = rows.find(({ id }) => id === bookingId)
  if (!booking) return err({ kind: "not-found" })
  const status = effectiveStatus(booking, at)
  if (!occupiesDays(status)) return err({ kind: "not-occupying", status })
  const { number } = booking
  const { productId = booking.productId } = swap
  await lockProducts(tx, [productId])
  const [product] = await tx
    .select({ units: products.stock, retiredUnits: products.retiredUnits })
    .from(products)
    .where(eq(products.id, productId))
  if (!product || [fromUnit, toUnit].some((unit) => !isInService(unit, product)))
    return err({ kind: "no-such-unit", units: product?.units ?? 0 })

  const occupied = await findOccupants(tx, productId, { units: [fromUnit, toUnit], at })
  const group = findSwapGroup(occupied, { bookingId, fromUnit, toUnit })
  const groupIds = new Set(group?.map((member) => member.bookingId))
  if (!group || groupIds.size !== new Set([bookingId, ...others]).size || others.some((id) => !groupIds.has(id)))
    return err({ kind: "changed" })

  const hour = await readRentalHour(tx)
  const moves = group.map((member) => {
    const claims = occupied.filter((row) => row.bookingId === member.bookingId && row.unit === member.unit)
    const days = sortedDays(claims.flatMap(({ rented }) => (rented ? touchedDays(rented, hour) : [])))
    return { ...member, to: member.unit === fromUnit ? toUnit : fromUnit, claims, days }
  })
  await releaseClaims(
    tx,
    moves.flatMap(({ claims }) => claims),
  )
  for (const { bookingId: id, to, claims } of moves)
    for (const { rental, held, rented } of claims) {
      if (rental === null) continue
      const occupant = { kind: "booking", bookingId: id, rental } as const
      const request = { productId, occupant, customerId: null, at }
      await refuseExpired(tx, await claimChosenUnits(tx, request, [{ unit: to, held, rented }]), at)
    }
  for (const { bookingId: id, unit, to, days } of moves) {
    const moved = { fromUnit: unit, toUnit: to, days }
    const isRequested = id === bookingId && unit === fromUnit
    await recordEvent(tx, {
      by: actor,
      subject: id,
      at,
      ...(isRequested
        ? {
            action: "booking.units-swapped",
            details: { ...moved, others: [...groupIds].filter((one) => one !== bookingId) },
          }
        : { action: "booking.unit-moved", details: moved }),
    })
  }
  await reuseFreeUnits(tx, { productIds: [productId], at })
  return ok({ number, days: moves[0]?.days ?? [], fromUnit, toUnit })
}
