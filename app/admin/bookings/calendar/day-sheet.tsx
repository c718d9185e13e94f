import { Link } from "react-router"
import { sortByOccupancy } from "../../../../domain/calendar/owner-day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import type { Day } from "../../../../domain/day.ts"
import { StatusTag } from "../../kit/booking/tags.tsx"
import { type BookingsUrl, bookingsHref, sheetsClosed } from "../../kit/booking/bookings-url.ts"
import type { BookingsView } from "./view.ts"
import type { PickedProduct } from "../../kit/calendar/view.ts"
import { DayAvailability } from "./day-availability.tsx"
import { Sheet } from "../../kit/sheet.tsx"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"

type DaySheetProps = {
  day: NonNullable<BookingsView["day"]>
  today: Day
  product: PickedProduct
  url: BookingsUrl
}

export function DaySheet({ day: { day, facts }, today, product, url }: DaySheetProps) {
  return (
    <Sheet title={capitalize(dayLong(day))} closeHref={bookingsHref(url, sheetsClosed)}>
      {facts.bookings.length > 0 ? (
        <ul>
          {sortByOccupancy(facts.bookings).map(({ id, status, clientName }) => (
            <li key={id} className="request">
              <span className="request-title">
                <Link to={bookingsHref(url, { booking: id })} aria-haspopup="dialog" preventScrollReset replace>
                  {clientName}
                </Link>
                <StatusTag status={status} />
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <p className="soft">Aucune réservation ce jour-là.</p>
      )}
      <DayAvailability day={day} facts={facts} today={today} product={product} />
    </Sheet>
  )
}
