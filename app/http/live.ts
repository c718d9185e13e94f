export type LivePage = {
  /** "product.{id}", "cart", "booking.{number}", "bookings", "planning". */
  topics: readonly string[]
  ownerKey: string | null
  since: number | null
}
