import { Link } from "react-router"
import { daysLong } from "../../../domain/day-words.ts"
import { formatMoney } from "../../../domain/money.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Tally } from "../../ui/tally.tsx"
import { AnswerForm } from "./answer-form.tsx"
import { MarkTags, WaitingTag } from "./booking-tags.tsx"
import { placeWords } from "./booking-words.ts"
import { type BookingsUrl, bookingsHref, closed } from "./bookings-url.ts"
import type { BookingLine } from "./bookings-view.ts"

type PendingListProps = { bookings: readonly BookingLine[]; url: BookingsUrl; now: Date }

/** The requests that wait for an answer, of every product, the longest waiting first. */
export function PendingList({ bookings, url, now }: PendingListProps) {
  return (
    <section className="panel stack" aria-labelledby="demandes">
      <h2 className="title-block" id="demandes">
        Demandes en attente <Tally count={bookings.length} />
      </h2>
      {bookings.length === 0 ? (
        <p className="small soft">Aucune pour le moment. La prochaine s’accrochera ici, avec ses dates, son prix et le bouton pour la confirmer.</p>
      ) : (
        <ul>
          {bookings.map((booking, index) => (
            <li className="request" key={booking.id}>
              <div>
                <h3 className="request-title">
                  <Link to={bookingsHref(url, { ...closed, booking: booking.id })} preventScrollReset>
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
                <ButtonLink to={bookingsHref(url, { ...closed, refusing: booking.id })} variant="secondary" size="small" preventScrollReset>
                  Refuser<span className="sr-only"> pour {booking.clientName}</span>
                </ButtonLink>
                <AnswerForm booking={booking} intent="confirmer" label="Confirmer" variant={index === 0 ? "primary" : "secondary"} />
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
