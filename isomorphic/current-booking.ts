export const CURRENT_BOOKING_KEY = "current-booking"

export function storedBookingOwner(text: string | null): string | null {
  try {
    const { ownerId }: { ownerId?: unknown } = Object(JSON.parse(String(text)))
    return typeof ownerId === "string" ? ownerId : null
  } catch {
    return null
  }
}
