/** Why a booking came to its end. */
export const bookingEndKinds = [
  "cancelled_by_customer",
  "cancelled_by_company",
  "withdrawn",
  "unsigned",
  "refused",
  "expired",
] as const
export type BookingEndKind = (typeof bookingEndKinds)[number]

/** What becomes of the days that a customer asks for instead. */
export const dateChangeStatuses = ["open", "accepted", "refused", "withdrawn"] as const
