import type { Day } from "../day.ts"
import type { BookingId } from "../id.ts"

/** A unit on a day, and the booking that has it; null for somebody's cart. */
export type OccupiedUnit = { unit: number; day: Day; bookingId: BookingId | null }

/** A booking on one of the two units. */
export type Swapped = { bookingId: BookingId; unit: number }

/**
 * The bookings that change places when one of them gets another unit: it, those in its way there, those in their way
 * back, and so on until nobody is in anybody's way. Null when a cart is among them, which nobody moves, or when the
 * booking is not on `fromUnit`.
 */
export function swapGroup(
  occupied: readonly OccupiedUnit[],
  { bookingId, fromUnit, toUnit }: { bookingId: BookingId; fromUnit: number; toUnit: number },
): Swapped[] | null {
  const group: Swapped[] = [{ bookingId, unit: fromUnit }]
  const known = new Set([`${bookingId}/${fromUnit}`])
  const daysOf = ({ bookingId: id, unit }: Swapped) =>
    new Set(occupied.filter((row) => row.bookingId === id && row.unit === unit).map(({ day }) => day))
  if (daysOf(group[0] as Swapped).size === 0 || fromUnit === toUnit) return null
  // The group grows while it is gone through.
  for (const member of group) {
    const days = daysOf(member)
    const opposite = member.unit === fromUnit ? toUnit : fromUnit
    for (const row of occupied) {
      if (row.unit !== opposite || !days.has(row.day)) continue
      if (row.bookingId === null) return null
      const key = `${row.bookingId}/${row.unit}`
      if (!known.has(key)) group.push({ bookingId: row.bookingId, unit: row.unit })
      known.add(key)
    }
  }
  return group
}
