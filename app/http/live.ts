export type LivePage = {
  /** "product.{id}", "cart", "booking.{number}", "bookings", "planning". */
  topics: readonly string[]
  who: string | null
  since: number | null
}
