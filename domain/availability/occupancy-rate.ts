export function occupancyRate(rentedDays: number, units: number, days: number): number | null {
  const possible = units * days
  return possible <= 0 ? null : Math.min(100, Math.round((rentedDays / possible) * 100))
}
