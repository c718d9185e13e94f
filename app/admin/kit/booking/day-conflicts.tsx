import { Link } from "react-router"
import { type BookingStatus, statusLabels } from "../../../../domain/booking/status.ts"
import type { Day } from "../../../../domain/day.ts"
import { daysLong } from "../../../../domain/day-labels.ts"
import { Notice } from "../../../ui/notice.tsx"
import { bookingsHref, readBookingsUrl } from "./bookings-url.ts"

const MAX_BOOKINGS = 5

export const blockFreeDaysLabel = "Bloquer seulement ce qui est libre"

export type DayConflict = {
  id: string
  number: number
  status: BookingStatus
  clientName: string
  productName: string
  days: readonly Day[]
}

export function DayConflicts({ bookings }: { bookings: readonly DayConflict[] }) {
  const title =
    bookings.length > 1 ? `${bookings.length} réservations occupent ces jours` : "Une réservation occupe ces jours"
  return (
    <Notice tone="warning" title={title}>
      <BookingList bookings={bookings} />
      <p className="mt-2">Bloquez seulement ce qui est libre&nbsp;: les réservations ne changent pas.</p>
    </Notice>
  )
}

/** Closing a day does not move the collections of that day. */
export function CollectionsOnDays({ bookings }: { bookings: readonly DayConflict[] }) {
  const title =
    bookings.length > 1 ? `${bookings.length} reprises tombent ces jours-là` : "Une reprise tombe ce jour-là"
  return (
    <Notice tone="warning" title={title}>
      <BookingList bookings={bookings} />
      <p className="mt-2">
        {bookings.length > 1 ? "Bloquer ne les déplace pas" : "Bloquer ne la déplace pas"}&nbsp;: prévoyez quelqu’un, ou
        convenez d’une autre heure.
      </p>
    </Notice>
  )
}

function BookingList({ bookings }: { bookings: readonly DayConflict[] }) {
  return (
    <>
      <ul className="stack gap-1">
        {bookings.slice(0, MAX_BOOKINGS).map(({ id, number, status, clientName, productName, days }) => (
          <li key={id}>
            <Link to={bookingsHref(readBookingsUrl(new URLSearchParams()), { booking: id })}>
              N°&nbsp;{number}, {clientName}
            </Link>
            , {statusLabels[status].toLowerCase()}, {productName}, {daysLong(days)}
          </li>
        ))}
      </ul>
      {bookings.length > MAX_BOOKINGS && (
        <p>
          {bookings.length - MAX_BOOKINGS > 1 ? `Et ${bookings.length - MAX_BOOKINGS} autres` : "Et une autre"}&nbsp;:
          le planning les montre toutes.
        </p>
      )}
    </>
  )
}
