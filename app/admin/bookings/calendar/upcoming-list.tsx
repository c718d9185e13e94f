import { Link } from "react-router"
import type { Day } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { bookedDatesLabel } from "../../../../domain/rental/rental-times.ts"
import { CountBadge } from "../../../ui/count-badge.tsx"
import { MarkTags } from "../../kit/booking/tags.tsx"
import { placeLabel } from "../../kit/booking/booking-labels.ts"
import { statusParam } from "../../kit/booking/list-url.ts"
import { type BookingsUrl, bookingsHref, bookingsListPath, sheetsClosed } from "../../kit/booking/bookings-url.ts"
import type { BookingLine } from "../../kit/booking/line.ts"

type UpcomingListProps = {
  bookings: readonly BookingLine[]
  count: number
  today: Day
  url: BookingsUrl
}

const INITIAL_COUNT = 10

/** From today on (specification, section 4), across all products. */
export function UpcomingList({ bookings, count, today, url }: UpcomingListProps) {
  const later = bookings.slice(INITIAL_COUNT)
  return (
    <section className="panel stack" aria-labelledby="a-venir">
      <h2 className="title-block" id="a-venir">
        Réservations à venir <CountBadge count={count} />
      </h2>
      {bookings.length === 0 && <p className="small soft">Aucune pour le moment.</p>}
      <Lines bookings={bookings.slice(0, INITIAL_COUNT)} url={url} />
      {later.length > 0 && (
        <details>
          <summary className="link-alone">
            {later.length > 1 ? `Voir les ${later.length} suivantes` : "Voir la suivante"}
          </summary>
          <Lines bookings={later} url={url} />
        </details>
      )}
      {count > bookings.length && (
        <p>
          <Link to={`${bookingsListPath}?etat=${statusParam.confirmed}&du=${today}&tri=date`}>
            Toutes les réservations à venir
          </Link>
        </p>
      )}
    </section>
  )
}

function Lines({ bookings, url }: Pick<UpcomingListProps, "bookings" | "url">) {
  return (
    <ul>
      {bookings.map((booking) => (
        <li className="request" key={booking.id}>
          <div>
            <h3 className="request-title">
              <Link
                to={bookingsHref(url, { ...sheetsClosed, booking: booking.id })}
                aria-haspopup="dialog"
                preventScrollReset
              >
                {booking.clientName}
              </Link>
              <MarkTags booking={booking} />
            </h3>
            <p className="small soft">
              {booking.productName}, {bookedDatesLabel(booking)}. {formatMoney(booking.total)}, {placeLabel(booking)}
            </p>
          </div>
        </li>
      ))}
    </ul>
  )
}
