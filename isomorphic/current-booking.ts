/** Where a browser keeps its copy of the last booking (domain/booking/summary.ts), for the confirmation alone. */
export const CURRENT_BOOKING_KEY = "current-booking"

/** Whose booking the copy is of; null for what names nobody. The rest of it is not looked at: every page asks this. */
export function ownerOfCopy(text: string | null): string | null {
  try {
    const { ownerId }: { ownerId?: unknown } = Object(JSON.parse(String(text)))
    return typeof ownerId === "string" ? ownerId : null
  } catch {
    return null
  }
}
