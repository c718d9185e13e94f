import type { DepositView } from "../../../../../domain/finance/deposit-state.ts"
import type { RentalPeriod } from "../../../../../domain/rental/rental.ts"

/** What anyone who holds the link may see: the deposit and what it is for, neither name nor address. */
export type DepositPageView = {
  number: number
  productName: string
  when: RentalPeriod
  companyName: string
  deposit: DepositView
  /** Where the report of the return is downloaded that what is to be kept refers to. */
  report: string | null
  /** What is agreed to by saving a card, word for word. */
  consent: string
  /** A card can be saved, or another one in its place. */
  takesCard: boolean
  card: "real" | "demonstration" | "none"
}
