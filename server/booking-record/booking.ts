import type { bookings } from "../schema/bookings.ts"

export type Booking = typeof bookings.$inferSelect
