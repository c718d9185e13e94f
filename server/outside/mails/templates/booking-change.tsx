import type { Day } from "../../../../domain/day.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import { closing, greeting, bookingLink } from "./booking-customer-parts.tsx"
import { FactTable, instantLabel, timesLabel } from "./booking-parts.tsx"
import { customerTemplate } from "./booking-template.tsx"
import { Paragraph, Quoted } from "./mail-parts.tsx"

const requestedDates = ({ extra: { days } }: { extra: { days: readonly Day[] } }) => ({
  souhaitées: rentalLabel(periodOfDays(days)),
})

/** Text typed by a customer is not repeated to an unconfirmed address. */
const typedByCustomer: ReadonlySet<string> = new Set(["Adresse", "Consignes"])

export const bookingChanged = customerTemplate<"booking-changed">({
  title: "Votre réservation a changé",
  sentences: {
    subject: "Votre réservation n°\u00a0{numero} a changé",
    greeting,
    intro: "Nous avons modifié votre réservation de {produit}. Voici ce qui change.",
    closing: "Si quelque chose ne va pas, répondez à cet e-mail.\n\n{entreprise}",
  },
  letter: ({ extra: { letter } }) => letter,
  content: ({ booking, extra: { changes, totalBefore, contract, letter, delivery } }) => (
    <>
      {delivery && (
        <Paragraph>
          {delivery.counted
            ? `La livraison, comptée avec la réservation n°\u00a0${delivery.of}, est désormais comptée ici.`
            : `La livraison est comptée avec la réservation n°\u00a0${delivery.of}.`}
        </Paragraph>
      )}
      <FactTable
        facts={[
          // Skips changes that the owner's letter already mentions.
          ...changes
            .filter(({ after }) => !letter?.includes(after))
            .map(({ label, before, after }) =>
              booking.client.isVerified || !typedByCustomer.has(label)
                ? ([label, `${after} (avant\u00a0: ${before})`] as const)
                : ([label, "modifiée"] as const),
            ),
          [
            "Total",
            totalBefore === booking.total
              ? `${formatMoney(booking.total)}, inchangé`
              : `${formatMoney(booking.total)}, au lieu de ${formatMoney(totalBefore)}`,
          ],
        ]}
      />
      {contract && (
        <Paragraph>
          Signez le nouveau contrat avant le {instantLabel(contract.signBy)}&nbsp;: il remplacera l’ancien.
        </Paragraph>
      )}
    </>
  ),
  action: (data, company) =>
    data.extra.contract
      ? { href: data.extra.contract.signingUrl, label: "Lire et signer le contrat" }
      : bookingLink(data, company),
  calendar: "dates",
})

/** null of a product that is not rented. */
function timesOfProduct(booking: BookingFacts, product: string, days: readonly Day[] | null = null): string | null {
  const own = booking.rentals?.find((each) => each.product === product && (!days || each.days.join() === days.join()))
  return own ? timesLabel(booking, [own]) : null
}

export const dateChangeRequested = customerTemplate<"date-change-asked">({
  title: "Votre demande de changement est bien arrivée",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: changement de dates demandé",
    greeting,
    intro: "Vous souhaitez {produit} à d’autres dates\u00a0: {souhaitées}. Nous vous répondons très vite.",
    closing,
  },
  values: requestedDates,
  content: ({ booking, extra: { days, product, message, actor } }) => (
    <>
      {actor && (
        <Paragraph>
          {booking.client.isVerified ? `${actor} l’a demandé en votre nom.` : "Cela a été demandé en votre nom."}
        </Paragraph>
      )}
      <FactTable
        facts={[
          ["Location", product ?? null],
          ["Dates actuelles", (product && timesOfProduct(booking, product)) || timesLabel(booking)],
          ["Dates souhaitées", rentalLabel(periodOfDays(days))],
        ]}
      />
      {message && booking.client.isVerified && <Quoted text={message} />}
      <Paragraph>En attendant, votre réservation ne change pas.</Paragraph>
    </>
  ),
  action: bookingLink,
})

export const dateChangeAccepted = customerTemplate<"date-change-accepted">({
  title: "Vos nouvelles dates sont acceptées",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: nouvelles dates acceptées",
    greeting,
    intro: "C’est d’accord pour {produit}, {dates}.",
    closing,
  },
  content: ({ booking, extra: { daysBefore, moved, contract } }) => (
    <>
      <FactTable
        facts={[
          ["Location", moved?.product ?? null],
          [
            "Nouvelles dates",
            moved
              ? (timesOfProduct(booking, moved.product, moved.days) ?? rentalLabel(periodOfDays(moved.days)))
              : timesLabel(booking),
          ],
          ["Anciennes dates", rentalLabel(periodOfDays(daysBefore))],
          ["Total", formatMoney(booking.total)],
        ]}
      />
      {contract && (
        <Paragraph>
          Signez le nouveau contrat avant le {instantLabel(contract.signBy)}&nbsp;: il remplacera l’ancien.
        </Paragraph>
      )}
    </>
  ),
  action: (data, company) =>
    data.extra.contract
      ? { href: data.extra.contract.signingUrl, label: "Lire et signer le contrat" }
      : bookingLink(data, company),
  calendar: "dates",
})

export const dateChangeRefused = customerTemplate<"date-change-refused">({
  title: "Vos dates ne peuvent pas changer",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: le changement de dates n’est pas possible",
    greeting,
    intro: "Nous ne pouvons pas déplacer votre réservation de {produit} à ces dates\u00a0: {souhaitées}.",
    closing: "Si d’autres dates vous conviennent, répondez à cet e-mail.\n\n{entreprise}",
  },
  values: requestedDates,
  content: ({ booking, extra: { reason } }) => (
    <>
      {reason && <Quoted text={reason} />}
      <Paragraph>Votre réservation ne change pas&nbsp;: {timesLabel(booking)}.</Paragraph>
    </>
  ),
  action: bookingLink,
})
