import { dayLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import { customerBookingUrl } from "../../../booking-record/booking-links.ts"
import type { AgreedPayment, Serialized } from "../../../platform/mail/booking-mail-kinds.ts"
import type { Company } from "../../../shop/content/company.ts"
import { FactTable, instantLabel, rentalFacts } from "./booking-parts.tsx"
import { placeFact } from "./booking-template.tsx"

export const greeting = "Bonjour {client},"
export const closing = "À bientôt,\n{entreprise}"

type AboutBooking = { booking: BookingFacts; readUrl?: string }

/** Customers without a password get their own link. */
export const bookingLink = ({ booking, readUrl }: AboutBooking, company: Company) => ({
  href: readUrl ?? customerBookingUrl(company, booking),
  label: "Voir ma réservation",
})

export const bookingRows = (booking: BookingFacts): [string, string][] => [
  ["Réservation", `n°\u00a0${booking.number}`],
  ...rentalFacts(booking),
  placeFact(booking, { isForCustomer: true }),
]

export const depositRow = ({ securityDeposit }: BookingFacts): [string, string | null] => [
  "Caution",
  securityDeposit > 0 ? formatMoney(securityDeposit) : null,
]

export const signingLimit = ({ extra: { signBy } }: { extra: { signBy: string } }) => ({ limite: instantLabel(signBy) })

export function Payments({ payments }: { payments: readonly Serialized<AgreedPayment>[] }) {
  const names = { "down-payment": "Acompte", balance: "Solde", full: "À payer" }
  return payments.length === 0 ? null : (
    <FactTable
      facts={payments.map(({ kind, amount, dueOn }) => [
        names[kind],
        `${formatMoney(amount)}, ${dueOn === null ? "à la signature" : `au plus tard le ${dayLong(dueOn)}`}`,
      ])}
    />
  )
}
