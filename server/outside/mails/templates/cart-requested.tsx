import { phoneLabel } from "../../../../domain/phone.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { customerBookingUrl, ownerBookingUrl } from "../../../booking-record/booking-links.ts"
import type { Company } from "../../../shop/content/company.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import type { Serialized } from "../../../platform/mail/booking-mail-kinds.ts"
import { depositRow } from "./booking-customer-parts.tsx"
import { FactTable, PriceTable, instantLabel, rentalFacts, rentalsIn } from "./booking-parts.tsx"
import { placeFact, customerTemplate, ownerTemplate } from "./booking-template.tsx"
import { DistanceNote } from "./distance-note.tsx"
import { Paragraph, TextLink } from "./mail-parts.tsx"

type CartMailData = { extra: { bookings: readonly Serialized<BookingFacts>[] } }

const values = ({ extra: { bookings } }: CartMailData) => ({
  locations: `${bookings.flatMap(rentalsIn).length} locations`,
  numeros: bookings.map(({ number }) => `n°\u00a0${number}`).join(", "),
  total: formatMoney(sumTotals(bookings)),
})

function sumTotals(bookings: CartMailData["extra"]["bookings"]): number {
  return bookings.reduce((sum, { total }) => sum + total, 0)
}

function Bookings({ bookings, company }: CartMailData["extra"] & { company?: Company }) {
  return (
    <>
      {bookings.map((booking) => (
        <div key={booking.id}>
          <FactTable
            facts={[["Réservation", `n°\u00a0${booking.number}`], ...rentalFacts(booking), depositRow(booking)]}
          />
          <PriceTable booking={booking} />
          {company && (
            <Paragraph>
              <TextLink href={customerBookingUrl(company, booking)}>
                Voir la réservation n°&nbsp;{booking.number}
              </TextLink>
            </Paragraph>
          )}
        </div>
      ))}
      <FactTable facts={[["Total de la demande", formatMoney(sumTotals(bookings))]]} />
    </>
  )
}

export const cartRequested = customerTemplate<"cart-requested">({
  title: "Votre demande est bien arrivée",
  sentences: {
    subject: "Votre demande de {locations} est bien arrivée",
    greeting: "Bonjour {client},",
    intro: "Votre demande est notée\u00a0: {locations}, {numeros}. Nous vous gardons les dates en attendant.",
    closing: "À bientôt,\n{entreprise}",
  },
  values,
  content: ({ booking, extra: { bookings } }, company) => (
    <>
      <FactTable facts={[placeFact(booking, { isForCustomer: true })]} />
      <Bookings bookings={bookings} company={company} />
      <Paragraph>
        Réponse au plus tard {instantLabel(booking.answerDueAt)}. Rien à payer, aucun engagement avant la signature. Un
        contrat par location.
      </Paragraph>
    </>
  ),
  // The button leads to the first booking; each booking also has its own link.
  action: ({ booking }, company) => ({
    href: customerBookingUrl(company, booking),
    label: `Voir la réservation n°\u00a0${booking.number}`,
  }),
})

export const cartRequestedOwner = ownerTemplate<"cart-requested-owner">({
  title: "Une nouvelle demande de plusieurs locations",
  sentences: {
    subject: "Nouvelle demande de {locations}\u00a0: {numeros}",
    greeting: "Bonjour,",
    intro: "{client} demande {locations} ensemble, pour {total}.",
    closing: "",
  },
  values,
  content: ({ booking, extra: { bookings } }) => (
    <>
      <FactTable
        facts={[
          ["Client", booking.client.name],
          ["Téléphone", booking.client.phone && phoneLabel(booking.client.phone)],
          ["Adresse e-mail", booking.client.email],
          placeFact(booking, { isForCustomer: false }),
          ["À répondre avant le", instantLabel(booking.answerDueAt)],
        ]}
      />
      <Bookings bookings={bookings} />
      <DistanceNote bookings={bookings} />
      <Paragraph>Chaque réservation se confirme ou se refuse pour elle-même.</Paragraph>
    </>
  ),
  action: ({ booking }, company) => ({ href: ownerBookingUrl(company, booking), label: "Répondre à la demande" }),
})
