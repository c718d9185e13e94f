import { Link } from "react-router"
import { daysLong } from "../../../../domain/day-words.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { AnswerForm } from "./answer-form.tsx"
import { MarkTags, WaitingTag } from "./tags.tsx"
import { placeWords } from "./booking-words.ts"
import { statusWords } from "./list-url.ts"
import { bookingsListPath } from "./bookings-url.ts"
import type { BookingLine } from "./line.ts"

/** All the requests that wait, the longest waiting first, page by page. */
export const allRequestsHref = `${bookingsListPath}?etat=${statusWords.pending}&tri=depot`

type RequestListProps = {
  /** The longest waiting first, which may not be all. */
  bookings: readonly BookingLine[]
  /** How many there are in all. */
  count: number
  now: Date
  bookingHref: (id: string) => string
  refusingHref: (id: string) => string
  /** A booking opens over this page, which stays where it is. */
  opensHere?: boolean
}

/** Requests that wait for an answer, each with both answers, and the way to the others. */
export function RequestList({ bookings, count, now, bookingHref, refusingHref, opensHere = false }: RequestListProps) {
  if (count === 0)
    return (
      <p className="small soft">
        Aucune pour le moment. La prochaine s’accrochera ici, avec ses dates, son prix et le bouton pour la confirmer.
      </p>
    )
  return (
    <>
      <ul>
        {bookings.map((booking, index) => (
          <li className="request" key={booking.id}>
            <div>
              <h3 className="request-title">
                <Link to={bookingHref(booking.id)} preventScrollReset={opensHere}>
                  {booking.clientName}
                </Link>
                <WaitingTag booking={booking} now={now} />
                <MarkTags booking={booking} />
              </h3>
              <p className="small soft">
                {booking.productName}, {daysLong(booking.dates)}. {formatMoney(booking.total)}, {placeWords(booking)}
              </p>
            </div>
            <div className="cluster">
              <ButtonLink to={refusingHref(booking.id)} variant="secondary" size="small" preventScrollReset>
                Refuser<span className="sr-only"> pour {booking.clientName}</span>
              </ButtonLink>
              <AnswerForm
                booking={booking}
                intent="confirmer"
                label="Confirmer"
                variant={index === 0 ? "primary" : "secondary"}
              />
            </div>
          </li>
        ))}
      </ul>
      {count > bookings.length && (
        <p>
          <Link to={allRequestsHref} className="small">
            Toutes les demandes en attente ({count.toLocaleString("fr-FR")})
          </Link>
        </p>
      )}
    </>
  )
}
