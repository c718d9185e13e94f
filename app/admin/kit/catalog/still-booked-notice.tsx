import { Link } from "react-router"
import { Notice } from "../../../ui/notice.tsx"
import { bookingPageHref } from "../booking/booking-url.ts"

export type StillBookedView = {
  bookings: readonly { id: string; number: number; clientName: string; days: string }[]
  quotes: number
  holds: number
}

export function StillBookedNotice({ stillBooked: { bookings, quotes, holds } }: { stillBooked: StillBookedView }) {
  return (
    <Notice tone="warning" title="Ces réservations ont besoin de plus d’exemplaires&nbsp;:">
      <ul className="list-disc pl-5">
        {bookings.map(({ id, number, clientName, days }) => (
          <li key={id}>
            <Link to={bookingPageHref(number)}>
              Réservation {number}, {clientName}
            </Link>
            , {days}
          </li>
        ))}
        {quotes > 0 && (
          <li>
            {quotes > 1 ? `${quotes} devis gardent ces jours` : "Un devis garde ces jours"}&nbsp;: voyez la page Devis.
          </li>
        )}
        {holds > 0 && (
          <li>
            {holds > 1 ? `${holds} clients sont en train de réserver` : "Un client est en train de réserver"}&nbsp;:
            réessayez dans une demi-heure.
          </li>
        )}
      </ul>
    </Notice>
  )
}
