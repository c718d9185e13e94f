import type { ReactNode } from "react"
import { paymentStatusLabels, statusLabels } from "../../../../domain/booking/status.ts"
import { hoursSentences } from "../../../../domain/booking/hours.ts"
import { hourInLabel } from "../../../../domain/clock.ts"
import { placeSentences } from "../../../../domain/booking/venue.ts"
import { addressLine } from "../../../../domain/booking/booking.ts"
import { AddressLines } from "../../../kit/address-lines.tsx"
import { AddressLink } from "../../kit/address-link.tsx"
import { VenueContact } from "../../kit/booking/venue-contact.tsx"
import { telephoneHref } from "../../../kit/contact-links.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { photosLabel } from "../../../../domain/pricing/prints.ts"
import { phoneLabel } from "../../../../domain/phone.ts"
import { machinesLabel } from "../../../../domain/availability/rented-machines.ts"
import { bookedDatesLabel, datesOrHoursLabel } from "../../../../domain/rental/rental-times.ts"
import { numberOfDays } from "../../../../domain/rental/rental.ts"
import type { JobRental, JobSheet, LoadedOption } from "../../../../server/bookings/job-sheets.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"

export function JobFacts({ job }: { job: JobSheet }) {
  const { client, address, isDelivery } = job
  return (
    <dl className="job-facts">
      <Fact label="Qui">
        <strong>{client.name}</strong>
        <br />
        {client.phone ? <a href={telephoneHref(client.phone)}>{phoneLabel(client.phone)}</a> : "Pas de téléphone"}
        <br />
        {client.email !== "" && <a href={`mailto:${client.email}`}>{client.email}</a>}
      </Fact>
      <Fact label={isDelivery ? "Où, livraison" : "Retrait au dépôt, adresse du client"}>
        <AddressLink address={addressLine(address)}>
          <strong>
            <AddressLines address={address} />
          </strong>
        </AddressLink>
        {isDelivery && (
          <>
            <br />
            {job.distanceToConfirm ? "Distance à confirmer" : `${job.distance}\u00a0km aller-retour`}
          </>
        )}
      </Fact>
      {address.instructions && <Fact label="Accès">{address.instructions}</Fact>}
      <Fact label="Quand">
        <strong>{bookedDatesLabel(job, job)}</strong>
        {hoursSentences(job.hours, job).map((sentence) => (
          <span key={sentence} className="block">
            {sentence}
          </span>
        ))}
        {job.eventStartsAt && <span className="block">L’événement commence à {hourInLabel(job.eventStartsAt)}</span>}
      </Fact>
      {job.rentals.map((rental) => (
        <Fact key={rental.position} label="Location">
          <RentedUnits rental={rental} />
          {job.rentals.length > 1 && `, ${datesOrHoursLabel(rental)}`}
          <Options rental={rental} items={rental.optionsToLoad} />
          {(rental.consumables.length > 0 || rental.photoPacks > 0) && (
            <>
              À laisser au client&nbsp;:
              <Options rental={rental} items={rental.consumables} photoPacks={rental.photoPacks} />
            </>
          )}
        </Fact>
      ))}
      <Fact label="Paiement">
        {job.total !== null && job.paymentStatus !== null && (
          <span className="block">
            {capitalize(paymentStatusLabels[job.paymentStatus])}, total {formatMoney(job.total)}
            {job.distanceToConfirm && ", hors livraison"}
          </span>
        )}
        {job.leftToPay > 0 ? (
          <strong>Reste à payer&nbsp;: {formatMoney(job.leftToPay)}</strong>
        ) : (
          job.total === null && "Rien à encaisser"
        )}
      </Fact>
      {job.insuranceMissing && (
        <Fact label="Attestation d’assurance">
          <strong>Pas encore reçue</strong>
        </Fact>
      )}
      <Fact label="Réservation">
        n°&nbsp;{job.number}, {statusLabels[job.status].toLowerCase()}
      </Fact>
      {isDelivery && (
        <Fact label="Le lieu">
          {job.venue === null ? (
            "Le client ne l’a pas encore décrit"
          ) : (
            <>
              {placeSentences(job.venue).map((sentence) => (
                <span key={sentence} className="block">
                  {sentence}
                </span>
              ))}
              <VenueContact venue={job.venue} />
            </>
          )}
        </Fact>
      )}
      {job.customerNote && <Fact label="Message du client">{job.customerNote}</Fact>}
      {job.notes.length > 0 && (
        <Fact label="Notes internes">
          {job.notes.map((note, index) => (
            <span key={index} className="block whitespace-pre-wrap">
              {note}
            </span>
          ))}
        </Fact>
      )}
    </dl>
  )
}

export function RentedUnits({ rental: { productName, machines } }: { rental: JobRental }) {
  const label = machinesLabel(machines)
  return (
    <>
      <strong>{productName}</strong>
      {label !== "" && (machines.length > 1 ? `\u00a0: ${label}` : `, ${label}`)}
    </>
  )
}

type OptionsProps = { rental: JobRental; items: readonly LoadedOption[]; photoPacks?: number }

export function Options({ rental, items, photoPacks = 0 }: OptionsProps) {
  if (items.length === 0 && photoPacks === 0) return null
  const itemLabel = ({ name, quantity }: { name: string; quantity: number }) =>
    quantity > 1 ? `${name} × ${quantity}` : name
  return (
    <ul>
      {items
        .filter(({ parentId }) => parentId === null)
        .map((option) => {
          const subOptions = items.filter(({ parentId }) => parentId === option.id)
          return (
            <li key={option.id}>
              {itemLabel(option)}
              {subOptions.length > 0 && ` (${subOptions.map(itemLabel).join(", ")})`}
            </li>
          )
        })}
      {photoPacks > 0 && (
        <li>
          {itemLabel({ name: "Pack photo", quantity: photoPacks })},{" "}
          {photosLabel({ packs: photoPacks, perPack: rental.photoPackQuantity, days: numberOfDays(rental) })}
        </li>
      )}
    </ul>
  )
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  )
}
