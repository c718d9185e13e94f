import type { ProductId } from "../id.ts"
import type { BookingAddress } from "./booking.ts"

/** What somebody had typed into the steps of a booking when their session ended, until they have signed in again. */
export type CarriedTyping = {
  /** Of a product, or null: of the whole cart (D13). */
  draftOf: ProductId | null
  /** Whose page it was typed on, as it said; null when it named nobody. */
  account: string | null
  address: BookingAddress | null
  /** What was ticked, delivery or pick-up. */
  isDelivery: boolean | null
}
