import { href } from "react-router"
import { startsBeforeDelivery } from "../../../../domain/booking/event-start.ts"
import { legLabels, windowLabel } from "../../../../domain/booking/hours.ts"
import { placeSentences, venueWarnings } from "../../../../domain/booking/venue.ts"
import { hourInLabel } from "../../../../domain/clock.ts"
import { dayWithWeekday } from "../../../../domain/day-labels.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import type { Refusal } from "../../../http/refusal.ts"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { markLabels } from "../../kit/booking/stop-marks.ts"
import { VenueContact } from "../../kit/booking/venue-contact.tsx"
import { DistanceForm } from "../record/distance-form.tsx"
import { BookingFacts } from "../record/facts.tsx"
import { ReferencesForm } from "../record/references-form.tsx"
import { ShiftsSection } from "./shifts-section.tsx"
import type { DayView, OwnerBookingView } from "./view.ts"

export function EventSection({
  view: { day, booking, shifts },
  refusal,
}: {
  view: OwnerBookingView
  refusal: Refusal | null
}) {
  return (
    <section className="panel stack" aria-labelledby="evenement">
      <h2 className="title-block" id="evenement">
        Événement
      </h2>
      {day && <Stops day={day} isDelivery={booking.isDelivery} />}
      {shifts && <ShiftsSection shifts={shifts} number={booking.number} />}
      {day && <DayLinks day={day} number={booking.number} />}
      <BookingFacts booking={booking} />
      {day && booking.isDelivery && <VenueFacts venue={day.venue} />}
      {booking.distanceOpen && <DistanceForm key={booking.distance} booking={booking} refusal={refusal} />}
      {booking.company && <ReferencesForm booking={{ id: booking.id, company: booking.company }} refusal={refusal} />}
    </section>
  )
}

function Stops({ day: { stops, eventStart }, isDelivery }: { day: DayView; isDelivery: boolean }) {
  const labels = legLabels({ isDelivery })
  return (
    <>
      <ol className="stops">
        {stops.map(({ leg, day, window, times }, index) => (
          <li key={index}>
            <span className="fine soft">{labels[leg]}</span>
            <b>{dayWithWeekday(day)}</b>
            <span>{window ? windowLabel(window) : "Heure à convenir"}</span>
            {markLabels(times, { leg, isDelivery }).map((label) => (
              <span key={label} className="fine">
                {label}
              </span>
            ))}
          </li>
        ))}
        {eventStart?.startsAt && (
          <li>
            <span className="fine soft">Événement</span>
            <b>{hourInLabel(eventStart.startsAt)}</b>
          </li>
        )}
      </ol>
      {eventStart && startsBeforeDelivery(eventStart) && (
        <Notice tone="warning">Vous livrez peut-être trop tard. Convenez d’une heure avec le client.</Notice>
      )}
    </>
  )
}

function DayLinks({ day: { open, firstDay }, number }: { day: DayView; number: number }) {
  return (
    <p className="cluster">
      {open && (
        <ButtonLink
          to={bookingPageHref(number, "horaires")}
          aria-haspopup="dialog"
          variant="secondary"
          size="small"
          preventScrollReset
        >
          Changer les horaires
        </ButtonLink>
      )}
      <ButtonLink to={href("/admin/bookings/jour/:day?", { day: firstDay })} variant="secondary" size="small">
        Voir la journée
      </ButtonLink>
    </p>
  )
}

function VenueFacts({ venue }: Pick<DayView, "venue">) {
  if (venue === null) return <p className="small soft">Le client n’a pas encore décrit le lieu.</p>
  return (
    <div className="stack gap-2">
      {venueWarnings(venue).map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <ul className="stack gap-1 small">
        {placeSentences(venue).map((sentence) => (
          <li key={sentence} className="wrap-anywhere">
            {sentence}
          </li>
        ))}
        <li className="wrap-anywhere">
          <VenueContact venue={venue} />
        </li>
      </ul>
    </div>
  )
}
