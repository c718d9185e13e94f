import type { ReactNode } from "react"
import { Link, href } from "react-router"
import {
  type AddressPrecision,
  type PlacePrecision,
  type UnknownDistance,
  isUnknownDistance,
} from "../../../../domain/delivery/delivery.ts"
import { unknownDistanceLabels } from "../../../../domain/delivery/unknown-distance-labels.ts"
import { distanceFromCentreLabel } from "../../../../isomorphic/text/town-centre.ts"
import { statusLabels } from "../../../../domain/booking/status.ts"
import { daysLabel } from "../../../../domain/pricing/price-labels.ts"
import { siretLabel } from "../../../../domain/printed-numbers.ts"
import { phoneLabel } from "../../../../domain/phone.ts"
import { UnverifiedAddress } from "../../kit/unverified-address.tsx"
import { addressLine } from "../../../../domain/booking/booking.ts"
import { AddressLines, Instructions } from "../../../kit/address-lines.tsx"
import { AddressLink } from "../../kit/address-link.tsx"
import { telephoneHref } from "../../../kit/contact-links.ts"
import type { BookingDetailView } from "./view.ts"

export function BookingFacts({ booking }: { booking: BookingDetailView }) {
  const { client, address } = booking
  return (
    <dl className="grid gap-3">
      <Fact label="Client">
        <strong>{client.name}</strong>
        <br />
        {client.email === "" ? (
          <span className="soft">Pas d’adresse e-mail</span>
        ) : (
          <a href={`mailto:${client.email}`}>{client.email}</a>
        )}
        {!client.isVerified && (
          <>
            {" "}
            <UnverifiedAddress />
          </>
        )}
        <br />
        {client.phone ? (
          <a href={telephoneHref(client.phone)}>{phoneLabel(client.phone)}</a>
        ) : (
          <span className="soft">Pas de téléphone</span>
        )}
      </Fact>
      {booking.company && (
        <Fact label="Pour une entreprise ou une association">
          <strong>{booking.company.name}</strong>
          <br />
          SIRET {siretLabel(booking.company.siret)}, {booking.company.contact}
          {booking.company.invoiceDueDays !== null && (
            <>
              <br />
              Acompte par virement, sur facture à {daysLabel(booking.company.invoiceDueDays)}
            </>
          )}
        </Fact>
      )}
      {(booking.home || booking.isHomeMissing) && (
        <Fact label="Adresse du client">
          {booking.home ? (
            addressLine(booking.home)
          ) : (
            <>
              Inconnue. Demandée avant la signature.{" "}
              <Link to={`${href("/admin/users/:id", { id: booking.customerId })}?modifier=fiche`}>
                Compléter la fiche
              </Link>
            </>
          )}
        </Fact>
      )}
      <Fact label={booking.isDelivery ? "Livraison" : "Retrait, adresse de facturation"}>
        <address className="not-italic">
          <AddressLink address={addressLine(address)}>
            <AddressLines address={address} />
          </AddressLink>
          <Instructions text={address.instructions} />
        </address>
      </Fact>
      {booking.isDelivery && (
        <Fact label="Distance">
          {booking.distanceToConfirm ? "Distance à confirmer" : `${booking.distance}\u00a0km aller-retour`}
          <AddressPrecisionNote precision={booking.addressPrecision} centre={booking.addressCentre} />
        </Fact>
      )}
      {booking.orderedWith.length > 0 && (
        <Fact label="Demandée avec">
          <ul>
            {booking.orderedWith.map(({ number, productName, status }) => (
              <li key={number}>
                <Link to={href("/admin/bookings/:number", { number: String(number) })}>n°&nbsp;{number}</Link>{" "}
                {productName}, {statusLabels[status].toLowerCase()}
              </li>
            ))}
          </ul>
        </Fact>
      )}
      {booking.customerNote && <Fact label="Message du client">{booking.customerNote}</Fact>}
    </dl>
  )
}

function AddressPrecisionNote({ precision, centre }: { precision: AddressPrecision | null; centre: string | null }) {
  if (precision === null) return null
  return (
    <>
      <br />
      <span className="soft">
        {isUnknownDistance(precision) ? unknownDistanceText(precision) : precisionText(precision, centre)}
      </span>
    </>
  )
}

function unknownDistanceText(precision: UnknownDistance): string {
  const reason = unknownDistanceLabels[precision]
  return reason === null ? "distance non calculée" : `distance non calculée\u00a0: ${reason}`
}

function precisionText(precision: PlacePrecision, centre: string | null): string {
  const text = distanceFromCentreLabel(centre)
  return text ?? (precision === "exact" ? "adresse située à sa porte" : "adresse située dans sa rue")
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="small sm:grid sm:grid-cols-[7.5rem_minmax(0,1fr)] sm:gap-x-4">
      <dt className="soft">{label}</dt>
      <dd className="wrap-anywhere">{children}</dd>
    </div>
  )
}
