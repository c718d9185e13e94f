import { useTotalLabel } from "../../kit/vat-mode.ts"
import { Link, href } from "react-router"
import type { BookingSummary } from "../../../domain/booking/summary.ts"
import { priceFrom } from "../../../domain/pricing/stored-price.ts"
import { statusLabels } from "../../../domain/booking/status.ts"
import { dayLong } from "../../../domain/day-labels.ts"
import { roundTripLabel } from "../../../domain/delivery/delivery-labels.ts"
import { distanceEnteredLabel } from "../../../domain/delivery/entered-distance.ts"
import { formatMoney } from "../../../domain/money.ts"
import { daysLabel, sharedDeliveryLabel } from "../../../domain/pricing/price-labels.ts"
import { rentalLabel, rentalDays } from "../../../domain/rental/rental.ts"
import { AddressLines, Instructions } from "../../kit/address-lines.tsx"
import { FeatureList } from "../kit/included.tsx"
import { Notice } from "../../ui/notice.tsx"
import { Receipt } from "../../ui/receipt.tsx"
import { summaryLines } from "../kit/price-summary.tsx"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"

type BookedProductProps = { booking: BookingSummary; warehouse: string | null; isOneOfSeveral: boolean }

export function BookedProduct({ booking, warehouse, isOneOfSeveral }: BookedProductProps) {
  const { address, product, number, status } = booking
  const rentals = booking.rentals ?? [
    { position: 1, productName: product.name, dates: rentalDays(booking), times: null },
  ]
  const titleId = isOneOfSeveral ? `product-${number}` : "product-title"
  const distanceNote = distanceEnteredLabel(
    booking.totalBefore == null
      ? null
      : { totalBefore: booking.totalBefore, total: booking.total, distanceKm: booking.distance },
  )
  return (
    <section aria-labelledby={titleId} className="panel stack">
      <h2 className="title-card" id={titleId}>
        {product.name}
      </h2>
      {isOneOfSeveral && (
        <p className="small soft">
          <Link to={href("/account/bookings/:number", { number: String(number) })}>Réservation n°&nbsp;{number}</Link>
          {`\u00a0: ${statusLabels[status].toLowerCase()}`}
        </p>
      )}
      {product.features.length > 0 && (
        <details>
          <summary>Caractéristiques</summary>
          <FeatureList features={product.features} />
        </details>
      )}
      {rentals.map((rental) => (
        <div key={rental.position}>
          <h3 className="title-block">
            {rentals.length > 1 ? `${rental.productName}, dates réservées` : "Dates réservées"}
          </h3>
          <ul>
            {rentalDays(rental).map((day) => (
              <li key={day}>{dayLong(day)}</li>
            ))}
          </ul>
          {rental.times && <p>{capitalize(rental.times)}.</p>}
        </div>
      ))}
      <div>
        <h3 className="title-block">{booking.isDelivery ? "Adresse de livraison" : "Adresse de facturation"}</h3>
        <address className="not-italic wrap-anywhere">
          <AddressLines address={address} />
          <Instructions text={address.instructions} />
        </address>
        {!booking.isDelivery && (
          <p className="small soft">Retrait au dépôt{warehouse && <>, {warehouse}</>}, gratuit.</p>
        )}
      </div>
      {booking.isDelivery && <p>{deliveryText(booking)}</p>}
      {distanceNote && (
        <Notice tone="info" title="Distance confirmée">
          {distanceNote}
        </Notice>
      )}
    </section>
  )
}

/** A shared delivery names the other booking instead (D48). */
function deliveryText({ distance, distanceToConfirm, deliveryFee, lines }: BookingSummary): string {
  const shared = lines.find(({ kind }) => kind === "delivery")?.shared ?? null
  const sharing = shared && capitalize(`${sharedDeliveryLabel(shared)}.`)
  if (shared?.counted === false) return `Livraison\u00a0: ${sharedDeliveryLabel(shared)}.`
  const distanceText = distanceToConfirm
    ? "Distance à confirmer\u00a0: les frais de livraison s’ajouteront avant toute signature."
    : `Distance\u00a0: ${roundTripLabel(distance)}. ${deliveryFee > 0 ? `Frais de livraison\u00a0: ${formatMoney(deliveryFee)}` : "Livraison gratuite"}.`
  return [distanceText, sharing].filter(Boolean).join(" ")
}

export function BookedPrice({ booking, title }: { booking: BookingSummary; title: string }) {
  const totalLabel = useTotalLabel({ withoutDelivery: booking.isDelivery && booking.distanceToConfirm })
  const price = priceFrom({ version: 1, lines: booking.lines })
  const productLines = booking.lines.filter(({ kind }) => kind === "product")
  const quote = booking.distanceToConfirm
    ? ({ kind: "to-confirm", distanceKm: 0, fee: 0 } as const)
    : ({
        kind: "quoted",
        distanceKm: booking.distance,
        fee: booking.deliveryFee,
        centre: booking.centre,
      } as const)
  const deposit = booking.product.securityDeposit
  return (
    <Receipt
      title={title}
      subtitle={rentalLabel(booking)}
      lines={summaryLines(
        price,
        { quote, place: booking.address.zipCode, town: booking.address.city },
        booking.isDelivery,
      )}
      totalLabel={totalLabel}
      total={formatMoney(booking.total)}
      note={
        <>
          {productLines.map((line) => (
            <p key={line.rental}>
              {productLines.length > 1 && `${line.label}\u00a0: `}
              {`${formatMoney(line.unitPrice)} par jour × ${daysLabel(line.days)} = ${formatMoney(line.amount)}`}
            </p>
          ))}
          {deposit > 0 && <p>Caution de {formatMoney(deposit)}&nbsp;: une empreinte de carte</p>}
        </>
      }
    />
  )
}
