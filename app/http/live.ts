/** What an open page listens to (decision 57), as its loader says; its component hands it to `Live`. */
export type LivePage = {
  /** "product.{id}", "cart", "booking.{number}", "bookings", "planning". */
  topics: readonly string[]
  /** Who reads it, as `sessionOwnerKey` names them: somebody else begins anew. Null for a stranger. */
  who: string | null
  /** When it was read: see `askLiveSince`. Null when nothing is heard of changes. */
  since: number | null
}
