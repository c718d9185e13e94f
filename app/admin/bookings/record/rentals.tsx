import type { ReactNode } from "react"
import { Link } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { lineLabel } from "../../../../domain/pricing/price-labels.ts"
import { sumOfLines } from "../../../../domain/pricing/price.ts"
import { datesOrHoursLabel, withPlanName } from "../../../../domain/rental/rental-times.ts"
import { type Rental } from "../../../../domain/rental/rental.ts"
import { ReceiptLines } from "../../../ui/receipt.tsx"
import { type EditPart, bookingEditParts, editPartLabels, rentalEditPartsOf } from "../../kit/booking/bookings-url.ts"
import type { BookingDetailView } from "./view.ts"

/** `rental`: its position; null for the first or the whole booking. */
export type EditHref = (part: EditPart, rental: number | null) => string

export function BookingRentals({ booking, editHref }: { booking: BookingDetailView; editHref: EditHref | null }) {
  const { rentals, price } = booking
  return (
    <div className="stack">
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
            {editHref && <RentalLinks rental={rental} parts={rentalEditPartsOf(rentals)} editHref={editHref} />}
          </article>
        )
      })}
    </div>
  )
}

function titleId({ position }: Rental): string {
  return `location-${position}`
}

type RentalLinksProps = { rental: Rental; parts: readonly EditPart[]; editHref: EditHref }

function RentalLinks({ rental, parts, editHref }: RentalLinksProps) {
  return (
    <ul className="flex flex-wrap gap-x-5 small">
      {parts.map((part) => (
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

export function BookingEditLinks({ editHref }: { editHref: EditHref }) {
  return bookingEditParts.map((part) => (
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
