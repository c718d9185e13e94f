import { Link } from "react-router"
import { daysLong } from "../../../domain/day-words.ts"
import { formatMoney } from "../../../domain/money.ts"
import { ButtonLink } from "../../ui/button-link.tsx"
import { Tally } from "../../ui/tally.tsx"
import { AnswerForm } from "../admin/answer-form.tsx"
import { MarkTags, WaitingTag } from "../admin/booking-tags.tsx"
import { placeWords } from "../admin/booking-words.ts"
import { bookingHref, refusingHref } from "./today-url.ts"
import type { TodayView } from "./today-view.ts"

/** The requests that wait for an answer, the longest waiting first, answered from here. */
export function TodayRequests({ pending: { shown, count, late }, now }: Pick<TodayView, "pending" | "now">) {
  return (
    <section className="panel stack" aria-labelledby="demandes">
      <h2 className="title-block" id="demandes">
        Demandes en attente <Tally count={count} />
      </h2>
      {count === 0 ? (
        <p className="small soft">Aucune pour le moment. La prochaine s’accrochera ici, avec ses dates, son prix et le bouton pour la confirmer.</p>
      ) : (
        <p className="small soft">{promise(late)}</p>
      )}
      <ul>
        {shown.map((booking, index) => (
          <li className="request" key={booking.id}>
            <div>
              <h3 className="request-title">
                <Link to={bookingHref(booking.id)}>{booking.clientName}</Link>
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
              <AnswerForm booking={booking} intent="confirmer" label="Confirmer" variant={index === 0 ? "primary" : "secondary"} />
            </div>
          </li>
        ))}
      </ul>
      {count > shown.length && (
        <p>
          <Link to="/admin/bookings" className="small">
            Voir les {count} demandes
          </Link>
        </p>
      )}
    </section>
  )
}

/** Customers are promised an answer within 24 hours (section 1). */
function promise(late: number): string {
  if (late === 0) return "Une réponse est promise dans les 24\u00a0h."
  return late > 1 ? `${late} attendent depuis plus des 24\u00a0h promises.` : "Une attend depuis plus des 24\u00a0h promises."
}
