import type { DepositView } from "../../../../../domain/finance/deposit-state.ts"
import type { RentalPeriod } from "../../../../../domain/rental/rental.ts"
import type { CardView } from "../view.ts"

/** Visible to anyone with the link: contains neither name nor address. */
export type DepositPageView = {
  number: number
  productName: string
  when: RentalPeriod
  companyName: string
  deposit: DepositView
  report: string | null
  consent: string
  takesCard: boolean
  card: CardView
}
