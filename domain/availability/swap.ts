import type { Day } from "../day.ts"
import type { BookingId } from "../id.ts"

export type OccupiedUnit = { unit: number; day: Day; bookingId: BookingId | null }

export type SwapMember = { bookingId: BookingId; unit: number }

/** null when a cart is in the way or the booking is not on `fromUnit`. */
export function swapGroup(
  occupied: readonly OccupiedUnit[],
  { bookingId, fromUnit, toUnit }: { bookingId: BookingId; fromUnit: number; toUnit: number },
): SwapMember[] | null {
  const group: SwapMember[] = [{ bookingId, unit: fromUnit }]
  const visited = new Set([`${bookingId}/${fromUnit}`])
  const daysOf = ({ bookingId: id, unit }: SwapMember) =>
    new Set(occupied.filter((row) => row.bookingId === id && row.unit === unit).map(({ day }) => day))
  if (daysOf(group[0] as SwapMember).size === 0 || fromUnit === toUnit) return null
  // The loop also visits members pushed below.
  for (const member of group) {
    const days = daysOf(member)
    const opposite = member.unit === fromUnit ? toUnit : fromUnit
    for (const row of occupied) {
      if (row.unit !== opposite || !days.has(row.day)) continue
      if (row.bookingId === null) return null
      const key = `${row.bookingId}/${row.unit}`
      if (!visited.has(key)) group.push({ bookingId: row.bookingId, unit: row.unit })
      visited.add(key)
    }
  }
  return group
}
