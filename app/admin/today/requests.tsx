import { Link } from "react-router"
import { formatMoney } from "../../../domain/money.ts"
import { bookedDatesLabel } from "../../../domain/rental/rental-times.ts"
import { agoLabel } from "../../../isomorphic/text/relative-time.ts"
import { CountBadge } from "../../ui/count-badge.tsx"
import { RequestList } from "../kit/booking/request-list.tsx"
import { bookingHref, refusingHref } from "./url.ts"
import type { TodayView } from "./view.ts"

export function TodayRequests({
  pending: { items, count, late, latest },
  instant,
  answered,
  now,
}: Pick<TodayView, "pending" | "instant" | "answered" | "now">) {
  return (
    <section className="panel stack" aria-labelledby="demandes">
      <h2 className="title-block" id="demandes">
        Demandes en attente <CountBadge count={count} />
      </h2>
      {count > 0 && <p className="small soft">{replyTimeText(late)}</p>}
      <RequestList
        bookings={items}
        count={count}
        latest={latest}
        answerLabels={answered}
        now={now}
        bookingHref={bookingHref}
        refusingHref={refusingHref}
      />
      {instant.length > 0 && <InstantBookings bookings={instant} now={now} />}
    </section>
  )
}

function InstantBookings({ bookings, now }: { bookings: TodayView["instant"]; now: Date }) {
  return (
    <>
      <h3 className="title-block">Confirmées immédiatement</h3>
      <ul className="stack gap-2 small">
        {bookings.map((booking) => (
          <li key={booking.id}>
            <Link to={bookingHref(booking.id)}>{booking.clientName}</Link>, {booking.productName},{" "}
            {bookedDatesLabel(booking)}. {formatMoney(booking.total)}, {agoLabel(booking.createdAt, now)}.
          </li>
        ))}
      </ul>
    </>
  )
}

/** Customers are promised an answer within 24 hours (section 1). */
function replyTimeText(late: number): string {
  if (late === 0) return "Une réponse est promise dans les 24\u00a0h."
  return late > 1
    ? `${late} attendent depuis plus longtemps que les 24\u00a0h promises.`
    : "Une attend depuis plus longtemps que les 24\u00a0h promises."
}
