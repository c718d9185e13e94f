import type { BookingId } from "../id.ts"
import { overlaps } from "../rental/periods.ts"
import type { BusyTime } from "./units.ts"

export type OccupiedUnit = BusyTime & { bookingId: BookingId | null }

export type SwapMember = { bookingId: BookingId; unit: number }

/** null when a cart is in the way or the booking is not on `fromUnit`. */
export function swapGroup(
  occupied: readonly OccupiedUnit[],
  { bookingId, fromUnit, toUnit }: { bookingId: BookingId; fromUnit: number; toUnit: number },
): SwapMember[] | null {
  const group: SwapMember[] = [{ bookingId, unit: fromUnit }]
  const visited = new Set([`${bookingId}/${fromUnit}`])
  const timesOf = ({ bookingId: id, unit }: SwapMember) =>
    occupied.filter((row) => row.bookingId === id && row.unit === unit)
  if (timesOf({ bookingId, unit: fromUnit }).length === 0 || fromUnit === toUnit) return null
  // The loop also visits members pushed below.
  for (const member of group) {
    const times = timesOf(member)
    const opposite = member.unit === fromUnit ? toUnit : fromUnit
    for (const row of occupied) {
      if (row.unit !== opposite || !times.some((time) => overlaps(time, row))) continue
      if (row.bookingId === null) return null
      const key = `${row.bookingId}/${row.unit}`
      if (!visited.has(key)) group.push({ bookingId: row.bookingId, unit: row.unit })
      visited.add(key)
    }
  }
  return group
}
