import type { ProductId } from "../id.ts"
import type { BookingAddress } from "./booking.ts"

export type CarriedDraft = {
  draftOf: ProductId | null
  account: string | null
  address: BookingAddress | null
  isDelivery: boolean | null
}
