import type { InsuranceState } from "../../../../../domain/booking/insurance.ts"
import type { RentalPeriod } from "../../../../../domain/rental/rental.ts"

/** Visible to anyone with the link: contains neither name nor file. */
export type InsurancePageView = {
  number: number
  productName: string
  when: RentalPeriod
  state: InsuranceState
  open: boolean
}
