import { Link } from "react-router"
import { AnswerForm } from "../../kit/booking/answer-form.tsx"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { occupiesDays } from "../../../../domain/booking/status.ts"
import type { Day } from "../../../../domain/day.ts"
import { BookingFacts } from "../record/facts.tsx"
import { BookingChanges, editHrefIn } from "./changes.tsx"
import { BookingRentals } from "../record/rentals.tsx"
import { BookingNotes } from "../record/notes.tsx"
import { BookingPrice } from "../record/price.tsx"
import { BookingTimeline } from "../record/timeline.tsx"
import { MarkTags, StatusTag, WaitingTag } from "../../kit/booking/tags.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { type BookingsUrl, bookingsHref, hrefAfterClosing } from "../../kit/booking/bookings-url.ts"
import type { BookingDetailView } from "../record/view.ts"
import type { BookingsView } from "./view.ts"
import type { PickedProduct } from "../../kit/calendar/view.ts"
import { CustomerContacts } from "../../kit/booking/customer-contacts.tsx"
import { DayAvailability } from "./day-availability.tsx"
import { DistanceForm } from "../record/distance-form.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { Sheet } from "../../kit/sheet.tsx"

type BookingSheetProps = {
  booking: BookingDetailView | "missing"
  openedFrom: { day: NonNullable<BookingsView["day"]>; product: PickedProduct; today: Day } | null
  url: BookingsUrl
  now: Date
  refusal: Refusal | null
  noteKey: string
}

export function BookingSheet({ booking, openedFrom, url, now, refusal, noteKey }: BookingSheetProps) {
  const closeHref = hrefAfterClosing(url)
  if (booking === "missing") {
    return (
      <Sheet title="Réservation introuvable" shape="card" closeHref={closeHref}>
        <p className="soft">Son adresse a changé ou n’existe pas.</p>
      </Sheet>
    )
  }
  return (
    <Sheet title={`Réservation n°\u00a0${booking.number}`} shape="wide" closeHref={closeHref}>
      <p className="cluster">
        <StatusTag status={booking.status} />
        {booking.status === "pending" && <WaitingTag booking={booking} now={now} />}
        <MarkTags booking={booking} />
        <Link to={bookingPageHref(booking.number)} className="link-alone small">
          Toute la réservation
        </Link>
      </p>
      <BookingFacts booking={booking} />
      {booking.distanceOpen && <DistanceForm key={booking.distance} booking={booking} refusal={refusal} />}
      <section aria-label="Locations">
        <BookingRentals booking={booking} editHref={occupiesDays(booking.status) ? editHrefIn(url, booking) : null} />
      </section>
      <BookingPrice booking={booking} />
      <BookingAnswers booking={booking} url={url} />
      <BookingChanges booking={booking} url={url} />
      <section className="stack gap-2" aria-labelledby="notes-internes">
        <h3 className="title-block" id="notes-internes">
          Notes internes
        </h3>
        <BookingNotes key={booking.id} booking={booking} noteKey={noteKey} refusal={refusal} />
      </section>
      <section className="stack gap-2" aria-labelledby="historique">
        <h3 className="title-block" id="historique">
          Historique
        </h3>
        <BookingTimeline events={booking.events} />
      </section>
      {openedFrom && (
        <DayAvailability
          day={openedFrom.day.day}
          facts={openedFrom.day.facts}
          today={openedFrom.today}
          product={openedFrom.product}
        />
      )}
    </Sheet>
  )
}

function BookingAnswers({ booking, url }: { booking: BookingDetailView; url: BookingsUrl }) {
  if (booking.status === "pending") {
    return (
      <div className="stack gap-3">
        <div className="dialog-foot">
          <ButtonLink
            to={bookingsHref(url, { refusing: booking.id })}
            aria-haspopup="dialog"
            variant="secondary"
            size="small"
            preventScrollReset
          >
            Refuser<span className="sr-only"> pour {booking.clientName}</span>
          </ButtonLink>
          {booking.distanceToConfirm ? (
            <span className="small soft">Avant de confirmer, indiquez la distance ou offrez la livraison.</span>
          ) : (
            <AnswerForm booking={booking} intent="confirmer" label="Confirmer" variant="primary" />
          )}
        </div>
        <CustomerContacts client={booking.client} />
      </div>
    )
  }
  if (!booking.restorable) return null
  return (
    <div className="cluster between">
      <p className="small soft">Possible tant que ses dates sont libres.</p>
      <AnswerForm booking={booking} intent="remettre" label="Remettre en attente" variant="secondary" />
    </div>
  )
}
