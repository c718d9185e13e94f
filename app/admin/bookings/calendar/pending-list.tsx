import { CountBadge } from "../../../ui/count-badge.tsx"
import { type BookingsUrl, bookingsHref, sheetsClosed } from "../../kit/booking/bookings-url.ts"
import type { BookingLine } from "../../kit/booking/line.ts"
import { RequestList } from "../../kit/booking/request-list.tsx"

type PendingListProps = {
  bookings: readonly BookingLine[]
  count: number
  latest: BookingLine | null
  answered: Readonly<Record<string, string>>
  url: BookingsUrl
  now: Date
}

/** Oldest request first, across all products. */
export function PendingList({ bookings, count, latest, answered, url, now }: PendingListProps) {
  return (
    <section className="panel stack" aria-labelledby="demandes">
      <h2 className="title-block" id="demandes">
        Demandes en attente <CountBadge count={count} />
      </h2>
      <RequestList
        bookings={bookings}
        count={count}
        latest={latest}
        answerLabels={answered}
        now={now}
        opensHere
        bookingHref={(id) => bookingsHref(url, { ...sheetsClosed, booking: id })}
        refusingHref={(id) => bookingsHref(url, { ...sheetsClosed, refusing: id })}
      />
    </section>
  )
}
