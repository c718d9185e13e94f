import { Link } from "react-router"
import { daysLong } from "../../../../domain/day-labels.ts"
import type { VacatedBooking } from "../../../../server/bookings/vacated-units.ts"
import { Notice } from "../../../ui/notice.tsx"
import { bookingPageHref } from "../booking/booking-url.ts"

/** Inside the form whose act the owner confirms. */
export function ConsentNotice({ bookings }: { bookings: readonly VacatedBooking[] }) {
  const homeless = bookings.filter(({ toUnit }) => toUnit === null)
  const moved = bookings.filter(({ toUnit }) => toUnit !== null)
  return (
    <>
      {homeless.length > 0 && (
        <Notice tone="warning" title={homelessTitle(homeless.length)} live>
          <BookingList bookings={homeless} />
          <p>Aucun autre exemplaire n’est libre. {waitingText(homeless.length)}</p>
        </Notice>
      )}
      {moved.length > 0 && (
        <Notice
          tone="info"
          title={moved.length > 1 ? "Ces réservations changent d’exemplaire" : "Cette réservation change d’exemplaire"}
        >
          <BookingList bookings={moved} />
        </Notice>
      )}
      {homeless.map(({ id }) => (
        <input key={id} type="hidden" name="accepte" value={id} />
      ))}
    </>
  )
}

function homelessTitle(count: number): string {
  return count > 1 ? `${count} réservations deviennent à reloger` : "Une réservation devient à reloger"
}

function waitingText(count: number): string {
  return count > 1 ? "Ceux qui se libèrent leur reviennent." : "Le premier qui se libère lui revient."
}

function BookingList({ bookings }: { bookings: readonly VacatedBooking[] }) {
  return (
    <ul className="stack gap-1">
      {bookings.map(({ id, number, clientName, days, toUnit }) => (
        <li key={`${id} ${days[0]}`}>
          <Link to={bookingPageHref(number)}>
            N°&nbsp;{number}, {clientName}
          </Link>
          , {daysLong(days)}
          {toUnit !== null && `, sur l’exemplaire\u00a0${toUnit}`}
        </li>
      ))}
    </ul>
  )
}
