import type { InsuranceState } from "../../../../../domain/booking/insurance.ts"
import type { RentalPeriod } from "../../../../../domain/rental/rental.ts"

/** What anyone who holds the link may see: for what the certificate is, and whether it is there; neither name nor file. */
export type InsurancePageView = {
  number: number
  productName: string
  when: RentalPeriod
  state: InsuranceState
  /** It can be handed in now, or another one in its place. */
  open: boolean
}
