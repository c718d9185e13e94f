import type { ReactNode } from "react"
import { Link } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { lineLabel } from "../../../../domain/pricing/price-labels.ts"
import { sumOfLines } from "../../../../domain/pricing/price.ts"
import { datesOrHoursLabel, withPlanName } from "../../../../domain/rental/rental-times.ts"
import { type Rental } from "../../../../domain/rental/rental.ts"
import { ReceiptLines } from "../../../ui/receipt.tsx"
import { type EditPart, editPartLabels, editPartsFor, rentalEditParts } from "../../kit/booking/bookings-url.ts"
import type { BookingDetailView } from "./view.ts"

/** `rental`: its position; null for the first or the whole booking. */
export type EditHref = (part: EditPart, rental: number | null) => string

/** Only of a booking with several rentals: of a single one the price and its links say everything. */
export function BookingRentals({ booking, editHref }: { booking: BookingDetailView; editHref: EditHref | null }) {
  const { rentals, price } = booking
  if (rentals.length < 2) return null
  return (
    <section aria-label="Locations" className="stack">
      {rentals.map((rental) => {
        const lines = price.lines.filter((line) => line.rental === rental.position)
        const [product, ...others] = lines
        return (
          <article key={rental.position} className="stack gap-2" aria-labelledby={titleId(rental)}>
            <h3 className="cluster between" id={titleId(rental)}>
              <span className="min-w-0 small font-strong wrap-anywhere">{rental.productName}</span>
              <span className="small font-strong">{formatMoney(sumOfLines(lines))}</span>
            </h3>
            <p className="small soft">
              {withPlanName(rental.plan, datesOrHoursLabel(rental, booking))}
              {product && others.length === 0 && `, ${lineLabel(product).detail}`}
            </p>
            {others.length > 0 && (
              <ReceiptLines lines={lines.map((line) => ({ ...lineLabel(line), amount: formatMoney(line.amount) }))} />
            )}
            {editHref && <RentalLinks rental={rental} editHref={editHref} />}
          </article>
        )
      })}
    </section>
  )
}

function titleId({ position }: Rental): string {
  return `location-${position}`
}

function RentalLinks({ rental, editHref }: { rental: Rental; editHref: EditHref }) {
  return (
    <ul className="flex flex-wrap gap-x-5 small">
      {rentalEditParts.map((part) => (
        <li key={part}>
          <EditLink to={editHref(part, rental.position)}>
            {editPartLabels[part]}
            <span className="sr-only"> pour {rental.productName}</span>
          </EditLink>
        </li>
      ))}
    </ul>
  )
}

export function EditLinks({ rentals, editHref }: { rentals: readonly Rental[]; editHref: EditHref }) {
  return editPartsFor(rentals.length).map((part) => (
    <li key={part}>
      <EditLink to={editHref(part, null)}>{editPartLabels[part]}</EditLink>
    </li>
  ))
}

function EditLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <Link className="link-alone" to={to} aria-haspopup="dialog" preventScrollReset>
      {children}
    </Link>
  )
}
