import { phoneLabel } from "../../../../domain/phone.ts"
import { disputeEvidence, disputeReasonLabel } from "../../../../domain/finance/dispute.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import type { BookingMailData } from "../../../platform/mail/mails.ts"
import { ownerBookingUrl } from "../../../booking-record/booking-links.ts"
import type { Company } from "../../../shop/content/company.ts"
import { FactTable, PriceTable, instantLabel, rentalFacts } from "./booking-parts.tsx"
import { placeFact, ownerTemplate } from "./booking-template.tsx"
import { DistanceNote } from "./distance-note.tsx"
import { Paragraph, Quoted } from "./mail-parts.tsx"

type Settlement = BookingMailData<"booking-cancelled-owner">["extra"]["settlement"]

const greeting = "Bonjour,"
const closing = ""

const bookingAction =
  (label: string) =>
  ({ booking }: { booking: BookingFacts }, company: Company) => ({ href: ownerBookingUrl(company, booking), label })

const customerRows = ({ client, ...booking }: BookingFacts): [string, string | null][] => [
  ["Réservation", `n°\u00a0${booking.number}`],
  ["Client", client.name],
  ["Téléphone", client.phone && phoneLabel(client.phone)],
  ["Adresse e-mail", client.email],
  ...rentalFacts(booking),
  placeFact({ client, ...booking }, { isForCustomer: false }),
]

export const bookingRequestedOwner = ownerTemplate<"booking-requested-owner">({
  title: "Une nouvelle demande",
  sentences: {
    subject: "Nouvelle demande n°\u00a0{numero}\u00a0: {produit}, {dates}",
    greeting,
    intro: "{client} demande {produit}, {dates}, pour {total}.",
    closing,
  },
  content: ({ booking }) => (
    <>
      <FactTable facts={[...customerRows(booking), ["À répondre avant le", instantLabel(booking.answerDueAt)]]} />
      <PriceTable booking={booking} />
      <DistanceNote bookings={[booking]} />
      {booking.expiresAt && (
        <Paragraph>Sans réponse, la demande prend fin le {instantLabel(booking.expiresAt)}.</Paragraph>
      )}
    </>
  ),
  action: bookingAction("Répondre à la demande"),
})

export const bookingInstantOwner = ownerTemplate<"booking-instant-owner">({
  title: "Une réservation confirmée immédiatement",
  sentences: {
    subject: "Réservation n°\u00a0{numero} confirmée immédiatement\u00a0: {produit}, {dates}",
    greeting,
    intro: "{client} réserve {produit}, {dates}, pour {total}. La réservation est confirmée immédiatement.",
    closing,
  },
  content: ({ booking }) => (
    <>
      <FactTable facts={customerRows(booking)} />
      <PriceTable booking={booking} />
      <Paragraph>Le client peut signer et payer tout de suite.</Paragraph>
    </>
  ),
  action: bookingAction("Voir la réservation"),
})

export const requestWaitingOwner = ownerTemplate<"request-waiting-owner">({
  title: "Une demande attend votre réponse",
  sentences: {
    subject: "La demande n°\u00a0{numero} attend toujours\u00a0: {produit}, {dates}",
    greeting,
    intro: "La demande de {client} pour {produit}, {dates}, n’a pas encore de réponse.",
    closing,
  },
  content: ({ booking, extra: { since } }) => (
    <FactTable
      facts={[
        ...customerRows(booking),
        ["Attend depuis le", instantLabel(since)],
        ["Prend fin le", booking.expiresAt && instantLabel(booking.expiresAt)],
      ]}
    />
  ),
  action: bookingAction("Répondre à la demande"),
})

export const unsignedCancelledOwner = ownerTemplate<"unsigned-cancelled-owner">({
  title: "Un contrat n’a pas été signé",
  sentences: {
    subject: "Réservation n°\u00a0{numero} annulée\u00a0: contrat non signé",
    greeting,
    intro: "{client} n’a pas signé à temps le contrat pour {produit}, {dates}. La réservation est annulée.",
    closing,
  },
  content: ({ booking, extra: { signBy } }) => (
    <>
      <FactTable facts={[...customerRows(booking), ["À signer avant le", instantLabel(signBy)]]} />
      <Paragraph>Les dates sont libérées.</Paragraph>
    </>
  ),
  action: bookingAction("Voir la réservation"),
})

export const contractSignedOwner = ownerTemplate<"contract-signed-owner">({
  title: "Un contrat est signé",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: contrat signé par {client}",
    greeting,
    intro: "{client} a signé le contrat pour {produit}, {dates}. Il est joint à cet e-mail.",
    closing,
  },
  content: ({ booking, extra: { signedAt, document } }) => (
    <>
      <FactTable
        facts={[...customerRows(booking), ["Signé le", instantLabel(signedAt)], ["Fichier joint", document.fileName]]}
      />
      <Paragraph>
        Empreinte SHA-256 du fichier&nbsp;:
        <br />
        <code style={{ fontSize: "13px", overflowWrap: "anywhere", wordBreak: "break-all" }}>{document.sha256}</code>
      </Paragraph>
    </>
  ),
  action: bookingAction("Voir la réservation"),
  attachments: ({ extra: { document } }) => [document],
})

function settlementRows(settlement: Settlement): [string, string][] {
  if (settlement === null) return [["Payé", "Rien"]]
  return [
    ["À rembourser", formatMoney(settlement.refunded)],
    ["Conservé", formatMoney(settlement.kept)],
  ]
}

export const bookingCancelledOwner = ownerTemplate<"booking-cancelled-owner">({
  title: "Une réservation est annulée par son client",
  sentences: {
    subject: "Réservation n°\u00a0{numero} annulée par {client}",
    greeting,
    intro: "{client} annule {produit}, {dates}.",
    closing,
  },
  content: ({ booking, extra: { actor, reason, settlement } }) => (
    <>
      <FactTable
        facts={[...customerRows(booking), ["Annulée en son nom par", actor ?? null], ...settlementRows(settlement)]}
      />
      {reason && <Quoted text={reason} />}
      <Paragraph>Les dates sont libérées.</Paragraph>
    </>
  ),
  action: bookingAction("Voir la réservation"),
})

export const withdrawalReceivedOwner = ownerTemplate<"withdrawal-received-owner">({
  title: "Une rétractation est arrivée",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: rétractation de {client}",
    greeting,
    intro: "{client} renonce au contrat pour {produit}, {dates}.",
    closing,
  },
  content: ({ booking, extra: { receivedAt, declaration, refunded } }) => (
    <>
      <FactTable
        facts={[
          ...customerRows(booking),
          ["Reçue le", instantLabel(receivedAt)],
          ["À rembourser", formatMoney(refunded)],
        ]}
      />
      <Quoted text={declaration} />
    </>
  ),
  action: bookingAction("Voir la réservation"),
})

export const dateChangeRequestedOwner = ownerTemplate<"date-change-asked-owner">({
  title: "Un client demande d’autres dates",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: {client} demande d’autres dates",
    greeting,
    intro: "{client} souhaite {produit} à d’autres dates.",
    closing,
  },
  content: ({ booking, extra: { days, product, message, actor } }) => (
    <>
      <FactTable
        facts={[
          ...customerRows(booking),
          ["Location", product ?? null],
          ["Dates souhaitées", rentalLabel(periodOfDays(days))],
          ["Demandé en son nom par", actor ?? null],
        ]}
      />
      {message && <Quoted text={message} />}
    </>
  ),
  action: bookingAction("Répondre au client"),
})

export const bookingExpiredOwner = ownerTemplate<"booking-expired-owner">({
  title: "Une demande a pris fin sans réponse",
  sentences: {
    subject: "La demande n°\u00a0{numero} a pris fin sans réponse",
    greeting,
    intro: "La demande de {client} pour {produit}, {dates}, n’a pas reçu de réponse à temps. Elle est refusée.",
    closing,
  },
  content: ({ booking, extra: { expiredAt } }) => (
    <>
      <FactTable facts={[...customerRows(booking), ["A pris fin le", instantLabel(expiredAt)]]} />
      <Paragraph>Les dates sont libérées.</Paragraph>
    </>
  ),
  action: bookingAction("Voir la réservation"),
})

export const paymentDisputedOwner = ownerTemplate<"payment-disputed-owner">({
  title: "Un client conteste à sa banque",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: contestation à la banque, votre réponse est attendue",
    greeting,
    intro: "{client} conteste à sa banque ce qui a été débité pour {produit}, {dates}.",
    closing,
  },
  content: ({ booking, extra: { amount, ofDeposit, reason, answerBy } }) => (
    <>
      <FactTable
        facts={[
          ...customerRows(booking),
          ["Montant contesté", `${formatMoney(amount)}${ofDeposit ? ", retenus sur la caution" : ""}`],
          ["Motif", disputeReasonLabel(reason)],
          ["À répondre avant le", answerBy && instantLabel(answerBy)],
        ]}
      />
      <Paragraph>
        {`Répondez dans votre espace Stripe. À y joindre\u00a0: ${disputeEvidence(reason, { ofDeposit }).join("\u00a0; ")}.`}
      </Paragraph>
      <Paragraph>Sans réponse à temps, la banque rend cette somme au client.</Paragraph>
    </>
  ),
  action: bookingAction("Voir la réservation"),
})
