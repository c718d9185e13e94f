import { href } from "react-router"
import { placeSentences, venueWarnings } from "../../../../domain/booking/venue.ts"
import { reportLabels } from "../../../../domain/booking/condition-report.ts"
import { VenueContact } from "../../kit/booking/venue-contact.tsx"
import { type EventStart, startsBeforeDelivery } from "../../../../domain/booking/event-start.ts"
import { hourInLabel } from "../../../../domain/clock.ts"
import { instantLong } from "../../../../domain/day-labels.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import type { DayView, OwnerBookingView } from "./view.ts"

export function DaySection({ view: { day, booking } }: { view: OwnerBookingView }) {
  if (day === null) return null
  const { sentences } = day
  return (
    <section className="panel stack" aria-labelledby="le-jour-j">
      <h2 className="title-block" id="le-jour-j">
        Le jour J
      </h2>
      <div className="stack gap-2">
        <h3 className="small font-strong">Horaires</h3>
        {sentences.length === 0 && (
          <p className="small soft">{day.open ? "À convenir avec le client." : "Aucun horaire n’a été noté."}</p>
        )}
        {sentences.map((sentence) => (
          <p key={sentence}>{sentence}</p>
        ))}
        <p className="cluster">
          {day.open && (
            <ButtonLink
              to={bookingPageHref(booking.number, "horaires")}
              aria-haspopup="dialog"
              variant="secondary"
              size="small"
              preventScrollReset
            >
              {sentences.length === 0 ? "Noter les horaires" : "Changer les horaires"}
            </ButtonLink>
          )}
          <ButtonLink to={href("/admin/bookings/jour/:day?", { day: day.firstDay })} variant="secondary" size="small">
            Voir la journée
          </ButtonLink>
        </p>
      </div>
      {day.eventStart && <EventStartFacts start={day.eventStart} />}
      {booking.isDelivery && <VenueFacts venue={day.venue} open={day.open} />}
      <Reports day={day} number={booking.number} confirmed={booking.status === "confirmed"} />
    </section>
  )
}

type ReportsProps = { day: DayView; number: number; confirmed: boolean }

function Reports({ day: { reports }, number, confirmed }: ReportsProps) {
  const params = { number: String(number) }
  return (
    <div className="stack gap-2">
      <h3 className="small font-strong">États des lieux</h3>
      {reports.length === 0 && <p className="small soft">Aucun pour le moment.</p>}
      {reports.map(({ id, leg, damaged, at }) => (
        <p key={id} className="small">
          <a href={href("/admin/bookings/:number/etats-des-lieux/:report/pdf", { ...params, report: id })} download>
            {reportLabels[leg]} (PDF)
          </a>
          <span className="fine soft block">
            {instantLong(at)}
            {damaged && ", avec réserves"}
          </span>
        </p>
      ))}
      {confirmed && (
        <p className="cluster">
          {(["out", "back"] as const).map((leg) => (
            <ButtonLink
              key={leg}
              to={href("/admin/bookings/:number/etat-des-lieux/:leg", {
                ...params,
                leg: leg === "out" ? "depart" : "retour",
              })}
              variant="secondary"
              size="small"
            >
              {reportLabels[leg]}
            </ButtonLink>
          ))}
        </p>
      )}
    </div>
  )
}

function EventStartFacts({ start }: { start: EventStart }) {
  return (
    <div className="stack gap-2">
      <h3 className="small font-strong">L’événement</h3>
      {start.startsAt === null ? (
        <p className="small soft">Le client n’a pas dit à quelle heure il commence.</p>
      ) : (
        <p className="small">Il commence à {hourInLabel(start.startsAt)}.</p>
      )}
      {startsBeforeDelivery(start) && (
        <Notice tone="warning">Vous livrez peut-être trop tard. Convenez d’une heure avec le client.</Notice>
      )}
    </div>
  )
}

function VenueFacts({ venue, open }: Pick<DayView, "venue" | "open">) {
  return (
    <div className="stack gap-2">
      <h3 className="small font-strong">Le lieu</h3>
      {venue === null ? (
        <p className="small soft">
          {open
            ? "Le client ne l’a pas encore décrit. La page de sa réservation et l’e-mail de la veille le lui demandent."
            : "Le client ne l’a pas décrit."}
        </p>
      ) : (
        <>
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
          <p className="fine soft">Décrit par le client le {instantLong(venue.filledAt)}.</p>
        </>
      )}
    </div>
  )
}
