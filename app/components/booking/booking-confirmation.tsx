import { useEffect, useState } from "react"
import Check from "lucide-react/icons/check"
import FileSignature from "lucide-react/icons/file-pen-line"
import Phone from "lucide-react/icons/phone"
import UserRound from "lucide-react/icons/user-round"
import { type BookingSummary, CURRENT_BOOKING_KEY, parseSummary, priceOfSummary } from "../../../domain/booking/summary.ts"
import { dayLong, daysLong } from "../../../domain/day-words.ts"
import { formatMoney } from "../../../domain/money.ts"
import { daysWords } from "../../../domain/pricing/price-words.ts"
import { FeatureList } from "../catalog/product-card.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { EmptyState } from "../../ui/empty-state.tsx"
import { FilmTimeline } from "../../ui/film-timeline.tsx"
import { Receipt } from "../../ui/receipt.tsx"
import { summaryLines } from "./price-summary.tsx"

/** What was asked for and what happens next. Without a booking from the server, the browser's own copy is shown. */
export function BookingConfirmation({ booking }: { booking: BookingSummary | null }) {
  const shown = useKeptBooking(booking)
  if (!shown) return <NoBooking />
  return (
    <div className="page wizard-page">
      <header className="stack">
        <p className="small soft">Demande n° {shown.number}</p>
        <h1 className="title-page">Votre demande est envoyée</h1>
        <p className="lead soft">Vos dates sont gardées le temps de notre réponse.</p>
      </header>
      <div className="with-aside">
        <div className="stack">
          <section aria-labelledby="next-title" className="stack">
            <h2 className="title-section" id="next-title">Et maintenant</h2>
            <FilmTimeline
              label="Les étapes de votre demande"
              frames={[
                { title: "Demande envoyée", state: "done", icon: Check },
                { title: "Nous vous contactons sous 24h", text: "Par téléphone ou par e-mail, pour confirmer les détails de votre événement.", state: "now", icon: Phone },
                { title: "Un contrat à signer électroniquement", text: "Il arrive dès que votre réservation est confirmée.", state: "next", icon: FileSignature },
                { title: "Votre espace client après la signature", text: "Réservations, contrat et paiement au même endroit.", state: "next", icon: UserRound },
              ]}
            />
          </section>
          <BookedProduct booking={shown} />
        </div>
        <aside aria-label="Prix">
          <BookedPrice booking={shown} />
        </aside>
      </div>
      <p><ButtonLink to="/">Retour à l'accueil</ButtonLink></p>
    </div>
  )
}

function BookedProduct({ booking }: { booking: BookingSummary }) {
  const { address, product } = booking
  return (
    <section aria-labelledby="product-title" className="panel stack">
      <h2 className="title-card" id="product-title">{product.name}</h2>
      {product.features.length > 0 && <FeatureList features={product.features} />}
      <div>
        <h3 className="title-block">Dates réservées</h3>
        <ul>
          {booking.dates.map((day) => <li key={day}>{dayLong(day)}</li>)}
        </ul>
      </div>
      <div>
        <h3 className="title-block">{booking.isDelivery ? "Adresse de livraison" : "Adresse de facturation"}</h3>
        <address>
          {address.street}<br />
          {address.zipCode} {address.city}
          {address.instructions && <><br />{address.instructions}</>}
        </address>
        {!booking.isDelivery && <p className="small soft">Retrait au dépôt, gratuit.</p>}
      </div>
      {booking.isDelivery && (
        <p>
          {booking.distanceToConfirm
            ? "Distance à confirmer : nous vous indiquons les frais de livraison avant toute signature."
            : `Distance : ${booking.distance} km aller-retour. Frais de livraison : ${booking.deliveryFee > 0 ? formatMoney(booking.deliveryFee) : "gratuite"}.`}
        </p>
      )}
    </section>
  )
}

function BookedPrice({ booking }: { booking: BookingSummary }) {
  const price = priceOfSummary(booking)
  const quote = booking.distanceToConfirm
    ? ({ kind: "to-confirm", distanceKm: 0, fee: 0 } as const)
    : ({ kind: "quoted", distanceKm: booking.distance, fee: booking.deliveryFee } as const)
  const tariff = { ...booking.product, dailyPrice: booking.product.price }
  return (
    <Receipt
      title="Votre prix"
      subtitle={daysLong(booking.dates)}
      lines={summaryLines(price, tariff, { quote, place: booking.address.zipCode }, booking.isDelivery)}
      totalLabel="Total TTC"
      total={formatMoney(booking.total)}
      note={`${formatMoney(booking.product.price)} par jour × ${daysWords(booking.dates.length)} = ${formatMoney(booking.product.price * booking.dates.length)}`}
    />
  )
}

function NoBooking() {
  return (
    <div className="page section">
      <EmptyState
        title="Votre réservation"
        headingLevel={1}
        action={<ButtonLink to="/catalog">Voir le catalogue</ButtonLink>}
      >
        Aucune réservation en cours. Veuillez recommencer le processus de réservation.
      </EmptyState>
    </div>
  )
}

/** The server's booking, kept under the specified key; without one, what this browser kept before. */
function useKeptBooking(booking: BookingSummary | null): BookingSummary | null {
  const [kept, setKept] = useState<BookingSummary | null>(null)
  useEffect(() => {
    try {
      if (booking) sessionStorage.setItem(CURRENT_BOOKING_KEY, JSON.stringify(booking))
      else setKept(parseSummary(sessionStorage.getItem(CURRENT_BOOKING_KEY)))
    } catch {
      // Storage can be forbidden: the page then shows what the server knows.
    }
  }, [booking])
  return booking ?? kept
}
