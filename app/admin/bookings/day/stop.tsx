import type { ReactNode } from "react"
import { href } from "react-router"
import MapPin from "lucide-react/icons/map-pin"
import Phone from "lucide-react/icons/phone"
import { completedLegLabel } from "../../../../domain/booking/condition-report.ts"
import { legLabels, windowLabel } from "../../../../domain/booking/hours.ts"
import { venueWarnings } from "../../../../domain/booking/venue.ts"
import { phoneLabel } from "../../../../domain/phone.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { withElision } from "../../../../domain/elision.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Icon } from "../../../ui/icon.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { useBackOfficeRole } from "../../kit/back-office-role.tsx"
import { OrderButtons } from "../../kit/order-buttons.tsx"
import { addressLine, placeLine } from "../../../../domain/booking/booking.ts"
import { directionsHref } from "../../kit/directions.ts"
import { Options, RentedUnits } from "./job-facts.tsx"
import type { StopId } from "../../../../domain/booking/route.ts"
import { stepLabel } from "../../../../domain/booking/stop-times.ts"
import type { JobRental, JobStop } from "../../../../server/bookings/job-sheets.ts"

export type StopView = JobStop & {
  id: StopId
  /** null where unknown, or nobody leaves for it any more. */
  travelMinutes: number | null
}

type StopCardProps = { stop: StopView; index: number; count: number; children: ReactNode }

export function StopCard({ stop, index, count, children }: StopCardProps) {
  const { id, leg, window: timeWindow, job, times, isDone } = stop
  const isCrew = useBackOfficeRole() === "crew"
  const { client, address, isDelivery, venue } = job
  const legLabel = legLabels(job)[leg]
  return (
    <article
      className="panel stack job stop"
      aria-label={`${index + 1}. ${legLabel}, ${client.name}, n° ${job.number}`}
    >
      <header className="cluster between">
        <h3 className="title-block">
          <span className="stop-rank">{index + 1}</span> {timeWindow ? windowLabel(timeWindow) : "Heure à convenir"}
        </h3>
        <span className="cluster gap-2">
          <Tag tone={leg === "out" ? "busy" : "neutral"} plain>
            {legLabel}
          </Tag>
          {isDone && (
            <Tag tone="ok">{times.done ? stepLabel("done", { leg, isDelivery }) : completedLegLabel(leg, job)}</Tag>
          )}
          {job.leftToPay > 0 && <Tag tone="pending">Reste {formatMoney(job.leftToPay)}</Tag>}
        </span>
      </header>
      <dl className="job-facts stop-facts">
        <div>
          <dt>Qui</dt>
          <dd>
            <strong>{client.name}</strong>
            <br />
            {client.phone ? <Tel phone={client.phone} name={client.name} /> : "Pas de téléphone"}
          </dd>
        </div>
        <div>
          <dt>{isDelivery ? "Où" : "Au dépôt, adresse du client"}</dt>
          <dd>
            <strong>{placeLine(address)}</strong>
            {isDelivery && (
              <>
                <br />
                {job.distanceToConfirm ? "Distance à confirmer" : `${job.distance}\u00a0km aller-retour`}
                <span className="no-print">
                  ,{" "}
                  <a
                    href={directionsHref(addressLine(address))}
                    target="_blank"
                    rel="noreferrer"
                    className="inline-flex items-center gap-1"
                  >
                    <Icon icon={MapPin} size="small" /> itinéraire
                    <span className="sr-only"> vers {client.name} (nouvelle fenêtre)</span>
                  </a>
                </span>
              </>
            )}
            {address.instructions && (
              <>
                <br />
                <span className="whitespace-pre-line">{address.instructions}</span>
              </>
            )}
          </dd>
        </div>
        <div>
          <dt>{leg === "out" ? "À charger" : isDone ? "Repris" : "À reprendre"}</dt>
          <dd>
            {job.rentals.map((rental) => (
              <div key={rental.position}>
                <RentedUnits rental={rental} />
                {leg === "back" ? (
                  <Options rental={rental} items={rental.optionsToCollect} />
                ) : (
                  <Options rental={rental} items={rental.optionsToLoad} />
                )}
              </div>
            ))}
          </dd>
        </div>
        {leg === "out" && <Consumables rentals={job.rentals} />}
        {isDelivery && (
          <div>
            <dt>Le lieu</dt>
            <dd>
              {venue === null ? (
                "Le client n’a pas encore décrit le lieu"
              ) : (
                <>
                  {venueWarnings(venue).map((warning) => (
                    <strong key={warning} className="block">
                      {warning}
                    </strong>
                  ))}
                  {venueWarnings(venue).length === 0 && "Prise et place au sol\u00a0: oui. "}
                  {[venue.access, venue.stairs].filter(Boolean).join(". ")}
                  <span className="block">
                    Sur place&nbsp;: {venue.contactName}, <Tel phone={venue.contactPhone} name={venue.contactName} />
                  </span>
                </>
              )}
            </dd>
          </div>
        )}
        {job.customerNote && (
          <div>
            <dt>Message du client</dt>
            <dd>{job.customerNote}</dd>
          </div>
        )}
        {job.notes.length > 0 && (
          <div>
            <dt>Notes internes</dt>
            <dd>{job.notes.join("\n")}</dd>
          </div>
        )}
      </dl>
      {children}
      <div className="cluster between no-print">
        <span className="cluster gap-2">
          {!isCrew && (
            <ButtonLink to={bookingPageHref(job.number)} variant="secondary" size="small">
              Réservation n°&nbsp;{job.number}
            </ButtonLink>
          )}
          <ButtonLink to={href("/admin/bookings/:id/fiche", { id: job.id })} variant="quiet" size="small">
            Fiche complète<span className="sr-only"> {withElision(client.name)}</span>
          </ButtonLink>
        </span>
        {count > 1 && !isCrew && (
          <OrderButtons id={id} name={`${legLabel}, ${client.name}`} index={index} count={count} compact />
        )}
      </div>
    </article>
  )
}

function Consumables({ rentals }: { rentals: readonly JobRental[] }) {
  const used = rentals.filter(({ consumables, photoPacks }) => consumables.length > 0 || photoPacks > 0)
  if (used.length === 0) return null
  return (
    <div>
      <dt>À laisser au client</dt>
      <dd>
        {used.map((rental) => (
          <div key={rental.position}>
            {rentals.length > 1 && <strong>{rental.productName}</strong>}
            <Options rental={rental} items={rental.consumables} photoPacks={rental.photoPacks} />
          </div>
        ))}
      </dd>
    </div>
  )
}

function Tel({ phone, name }: { phone: string; name: string }) {
  return (
    <a href={telephoneHref(phone)} className="inline-flex items-center gap-1">
      <Icon icon={Phone} size="small" />
      <span className="sr-only">Appeler {name}, </span> {phoneLabel(phone)}
    </a>
  )
}
