import type { bookings } from "../platform/schema/bookings.ts"

export type Booking = typeof bookings.$inferSelect
