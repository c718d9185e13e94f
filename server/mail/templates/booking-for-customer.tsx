import { href } from "react-router"
import { daysLong, dayLong } from "../../../domain/day-labels.ts"
import type { Day } from "../../../domain/day.ts"
import { invoiceKindLabels } from "../../../domain/invoicing/invoice.ts"
import { formatMoney } from "../../../domain/money.ts"
import { customerBookingUrl } from "../booking-links.ts"
import type { BookingFacts } from "../booking-facts.ts"
import type { AgreedPayment, Frozen } from "../booking-mail-kinds.ts"
import type { Company } from "../company.ts"
import { FactTable, PriceTable, instantLabel } from "./booking-parts.tsx"
import { placeFact, toCustomer } from "./booking-template.tsx"
import { Paragraph, Paragraphs, Quoted } from "./mail-parts.tsx"

const greeting = "Bonjour {client},"
const closing = "À bientôt,\n{entreprise}"

const toBooking = ({ booking }: { booking: BookingFacts }, company: Company) => ({
  href: customerBookingUrl(company, booking),
  label: "Voir mes réservations",
})

const what = (booking: BookingFacts): [string, string][] => [
  ["Réservation", `n°\u00a0${booking.number}`],
  ["Matériel", booking.product],
  ["Dates", daysLong(booking.days)],
  placeFact(booking, { isForCustomer: true }),
]

const limit = ({ extra: { signBy } }: { extra: { signBy: string } }) => ({ limite: instantLabel(signBy) })

function Payments({ payments }: { payments: readonly Frozen<AgreedPayment>[] }) {
  const names = { "down-payment": "Acompte", balance: "Solde", full: "À payer" }
  return payments.length === 0 ? null : (
    <FactTable
      facts={payments.map(({ kind, amount, dueOn }) => [
        names[kind],
        `${formatMoney(amount)}, ${dueOn === null ? "à la signature" : `au plus tard le ${dayLong(dueOn)}`}`,
      ])}
    />
  )
}

export const bookingRequested = toCustomer<"booking-requested">({
  title: "Votre demande est bien arrivée",
  sentences: {
    subject: "Votre demande n°\u00a0{numero} est bien arrivée",
    greeting,
    intro:
      "Nous avons noté votre demande pour {produit}, {dates}. Ces dates vous sont gardées pendant que nous regardons.",
    closing,
  },
  content: ({ booking }) => (
    <>
      <FactTable facts={what(booking)} />
      <PriceTable booking={booking} />
      <Paragraph>
        Nous vous répondons au plus tard le {instantLabel(booking.answerDueAt)}. Rien n’est dû et personne n’est engagé
        avant la signature du contrat, que nous vous enverrons si nous confirmons.
      </Paragraph>
    </>
  ),
  action: toBooking,
})

export const bookingConfirmed = toCustomer<"booking-confirmed">({
  title: "C’est confirmé, il reste à signer",
  sentences: {
    subject: "Réservation n°\u00a0{numero} confirmée\u00a0: votre contrat à signer",
    greeting,
    intro: "Bonne nouvelle\u00a0: {produit} est à vous, {dates}. Il ne manque que votre signature.",
    closing,
  },
  values: limit,
  content: ({ booking, extra: { signBy, payments } }) => (
    <>
      <FactTable
        facts={[
          ...what(booking),
          ["Dépôt de garantie", booking.securityDeposit > 0 ? formatMoney(booking.securityDeposit) : null],
        ]}
      />
      <PriceTable booking={booking} />
      <Payments payments={payments} />
      <Paragraph>
        Le contrat se signe jusqu’au {instantLabel(signBy)}. Passé ce moment, la réservation est annulée d’elle-même et
        les dates sont libérées, sans rien à payer. La signature oblige à payer&nbsp;; avant elle, rien n’est dû.
      </Paragraph>
    </>
  ),
  action: ({ extra: { signingUrl } }) => ({ href: signingUrl, label: "Lire et signer le contrat" }),
  calendar: "dates",
})

export const bookingRefused = toCustomer<"booking-refused">({
  title: "Nous ne pouvons pas accepter votre demande",
  sentences: {
    subject: "Votre demande n°\u00a0{numero} n’a pas pu être acceptée",
    greeting,
    intro: "Nous ne pouvons malheureusement pas vous louer {produit}, {dates}.",
    closing: "Si d’autres dates ou un autre matériel vous conviennent, répondez à ce mail.\n\n{entreprise}",
  },
  content: ({ extra: { reason } }) => (
    <>
      {reason && (
        <>
          <Paragraph>Voici pourquoi&nbsp;:</Paragraph>
          <Quoted text={reason} />
        </>
      )}
      <Paragraph>Vous ne devez rien, et rien ne vous engage.</Paragraph>
    </>
  ),
  action: (_, { origin }) => ({ href: origin + href("/catalog"), label: "Voir le catalogue" }),
})

export const contractReminder = toCustomer<"contract-reminder">({
  title: "Votre contrat attend votre signature",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: contrat à signer avant le {limite}",
    greeting,
    intro: "Votre réservation de {produit}, {dates}, est confirmée, mais son contrat n’est pas encore signé.",
    closing,
  },
  values: limit,
  content: ({ extra: { signBy } }) => (
    <Paragraph>
      Il se signe jusqu’au {instantLabel(signBy)}. Sans signature à ce moment, la réservation est annulée d’elle-même et
      les dates sont libérées, sans rien à payer.
    </Paragraph>
  ),
  action: ({ extra: { signingUrl } }) => ({ href: signingUrl, label: "Lire et signer le contrat" }),
})

export const unsignedCancelled = toCustomer<"unsigned-cancelled">({
  title: "Votre réservation est annulée",
  sentences: {
    subject: "Réservation n°\u00a0{numero} annulée\u00a0: contrat non signé",
    greeting,
    intro: "Le contrat de votre réservation de {produit}, {dates}, n’a pas été signé à temps.",
    closing: "Si vous le souhaitez toujours, faites une nouvelle demande, ou répondez à ce mail.\n\n{entreprise}",
  },
  values: limit,
  content: ({ extra: { signBy } }) => (
    <Paragraph>
      Il pouvait l’être jusqu’au {instantLabel(signBy)}. La réservation est donc annulée et les dates sont libérées.
      Vous ne devez rien.
    </Paragraph>
  ),
  action: (_, { origin }) => ({ href: origin + href("/catalog"), label: "Voir le catalogue" }),
  calendar: "cancelled",
})

export const contractSigned = toCustomer<"contract-signed">({
  title: "Votre contrat est signé",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: votre contrat signé",
    greeting,
    intro:
      "Merci\u00a0: votre contrat pour {produit}, {dates}, est signé. Vous le trouvez joint à ce mail\u00a0; gardez-le.",
    closing,
  },
  content: ({ booking, extra: { signedAt, document, payments } }) => (
    <>
      <FactTable
        facts={[...what(booking), ["Signé le", instantLabel(signedAt)], ["Fichier joint", document.fileName]]}
      />
      <Payments payments={payments} />
      <Paragraph>
        Empreinte SHA-256 du fichier, qui prouve qu’il n’a pas changé&nbsp;:
        <br />
        <code style={{ fontSize: "13px", overflowWrap: "anywhere" }}>{document.sha256}</code>
      </Paragraph>
    </>
  ),
  action: toBooking,
  attachments: ({ extra: { document } }) => [document],
  calendar: "dates",
})

export const invoice = toCustomer<"invoice">({
  title: "Votre facture",
  sentences: {
    subject: "Votre {document} {reference}, réservation n°\u00a0{numero}",
    greeting,
    intro:
      "Vous trouverez ci-joint votre {document} pour la location de {produit}, {dates}. Ce document reste aussi dans votre espace.",
    closing,
  },
  values: ({ extra: { kind, number } }) => ({ document: invoiceKindLabels[kind].toLowerCase(), reference: number }),
  content: ({ booking, extra: { kind, number, amount, document } }) => (
    <FactTable
      facts={[
        ["Réservation", `n°\u00a0${booking.number}`],
        [invoiceKindLabels[kind], number],
        ["Montant", formatMoney(amount)],
        ["Fichier joint", document.fileName],
      ]}
    />
  ),
  action: toBooking,
  attachments: ({ extra: { document } }) => [document],
})

export const bookingChanged = toCustomer<"booking-changed">({
  title: "Votre réservation a changé",
  sentences: {
    subject: "Votre réservation n°\u00a0{numero} a changé",
    greeting,
    intro: "Nous avons modifié votre réservation de {produit}. Voici ce qui change.",
    closing: "Si quelque chose ne va pas, répondez à ce mail.\n\n{entreprise}",
  },
  letter: ({ extra: { letter } }) => letter,
  content: ({ booking, extra: { changes, totalBefore, contract, letter } }) => (
    <>
      <FactTable
        facts={[
          // What the owner's letter tells already is not told twice.
          ...changes
            .filter(({ after }) => !letter?.includes(after))
            .map(({ label, before, after }) => [label, `${after}, au lieu de ${before}`] as const),
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
          Un nouveau contrat remplace l’ancien. Il se signe jusqu’au {instantLabel(contract.signBy)}.
        </Paragraph>
      )}
    </>
  ),
  action: (data, company) =>
    data.extra.contract
      ? { href: data.extra.contract.signingUrl, label: "Lire et signer le contrat" }
      : toBooking(data, company),
  calendar: "dates",
})

export const bookingCancelled = toCustomer<"booking-cancelled">({
  title: "Votre réservation est annulée",
  sentences: {
    subject: "Réservation n°\u00a0{numero} annulée",
    greeting,
    intro: "Votre réservation de {produit}, {dates}, est annulée.",
    closing: "Une question\u00a0? Répondez à ce mail.\n\n{entreprise}",
  },
  content: ({ extra: { by, reason, settlement } }) => (
    <>
      <Paragraph>
        {by === "customer" ? "Vous l’avez annulée." : "C’est nous qui l’annulons, et nous en sommes désolés."}
      </Paragraph>
      {reason && <Quoted text={reason} />}
      {settlement === null && <Paragraph>Vous ne devez rien.</Paragraph>}
      {settlement !== null && (
        <FactTable
          facts={[
            ["Remboursé", formatMoney(settlement.refunded)],
            ["Conservé", settlement.kept > 0 ? formatMoney(settlement.kept) : null],
            ["Indemnité versée", settlement.indemnity > 0 ? formatMoney(settlement.indemnity) : null],
          ]}
        />
      )}
    </>
  ),
  action: toBooking,
  calendar: "cancelled",
})

export const withdrawalReceived = toCustomer<"withdrawal-received">({
  title: "Votre rétractation est enregistrée",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: accusé de réception de votre rétractation",
    greeting,
    intro: "Nous avons bien reçu votre rétractation pour {produit}, {dates}.",
    closing: "Gardez ce mail\u00a0: il vous sert de preuve.\n\n{entreprise}",
  },
  content: ({ booking, extra: { receivedAt, declaration, refunded } }) => (
    <>
      <FactTable
        facts={[
          ["Réservation", `n°\u00a0${booking.number}`],
          ["Reçue le", instantLabel(receivedAt)],
          ["Remboursement", refunded > 0 ? formatMoney(refunded) : "Rien n’avait été payé"],
        ]}
      />
      <Paragraph>Votre déclaration&nbsp;:</Paragraph>
      <Quoted text={declaration} />
    </>
  ),
  action: toBooking,
  calendar: "cancelled",
})

const asked = ({ extra: { days } }: { extra: { days: readonly Day[] } }) => ({ souhaitées: daysLong(days) })

export const dateChangeAsked = toCustomer<"date-change-asked">({
  title: "Votre demande de changement est bien arrivée",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: changement de dates demandé",
    greeting,
    intro: "Vous souhaitez {produit} à d’autres dates\u00a0: {souhaitées}. Nous regardons et vous répondons.",
    closing,
  },
  values: asked,
  content: ({ booking, extra: { days, message } }) => (
    <>
      <FactTable
        facts={[
          ["Dates actuelles", daysLong(booking.days)],
          ["Dates souhaitées", daysLong(days)],
        ]}
      />
      {message && booking.client.isVerified && <Quoted text={message} />}
      <Paragraph>Jusqu’à notre réponse, votre réservation reste comme elle est.</Paragraph>
    </>
  ),
  action: toBooking,
})

export const dateChangeAccepted = toCustomer<"date-change-accepted">({
  title: "Vos nouvelles dates sont acceptées",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: nouvelles dates acceptées",
    greeting,
    intro: "C’est d’accord\u00a0: {produit} vous attend {dates}.",
    closing,
  },
  content: ({ booking, extra: { daysBefore, contract } }) => (
    <>
      <FactTable
        facts={[
          ["Nouvelles dates", daysLong(booking.days)],
          ["Anciennes dates", daysLong(daysBefore)],
          ["Total", formatMoney(booking.total)],
        ]}
      />
      {contract && (
        <Paragraph>
          Un nouveau contrat remplace l’ancien. Il se signe jusqu’au {instantLabel(contract.signBy)}.
        </Paragraph>
      )}
    </>
  ),
  action: (data, company) =>
    data.extra.contract
      ? { href: data.extra.contract.signingUrl, label: "Lire et signer le contrat" }
      : toBooking(data, company),
  calendar: "dates",
})

export const dateChangeRefused = toCustomer<"date-change-refused">({
  title: "Vos dates ne peuvent pas changer",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: le changement de dates n’est pas possible",
    greeting,
    intro: "Nous ne pouvons pas déplacer votre réservation de {produit} à ces dates\u00a0: {souhaitées}.",
    closing: "Si d’autres dates vous conviennent, répondez à ce mail.\n\n{entreprise}",
  },
  values: asked,
  content: ({ booking, extra: { reason } }) => (
    <>
      {reason && <Quoted text={reason} />}
      <Paragraph>Votre réservation reste comme elle est&nbsp;: {daysLong(booking.days)}.</Paragraph>
    </>
  ),
  action: toBooking,
})

export const dayBefore = toCustomer<"day-before">({
  title: "C’est pour demain",
  sentences: {
    subject: "Demain\u00a0: {produit}",
    greeting,
    intro: "Demain, c’est le jour\u00a0! Voici l’essentiel pour {produit}.",
    closing: "Un imprévu\u00a0? Appelez-nous.\n\n{entreprise}",
  },
  content: ({ booking, extra: { hours, prepare } }, { phone }) => (
    <>
      <FactTable
        facts={[
          ["Dates", daysLong(booking.days)],
          placeFact(booking, { isForCustomer: true }),
          ["Heure", hours],
          ["Téléphone", phone],
        ]}
      />
      {prepare.length > 0 && (
        <>
          <Paragraph>À préparer&nbsp;:</Paragraph>
          <Paragraphs text={prepare.map((each) => `•\u00a0${each}`).join("\n")} />
        </>
      )}
    </>
  ),
  action: toBooking,
  calendar: "dates",
})

export const bookingThanks = toCustomer<"booking-thanks">({
  title: "Merci, et à la prochaine fête",
  sentences: {
    subject: "Merci d’avoir choisi {entreprise}",
    greeting,
    intro: "Nous espérons que {produit} a fait son effet. Merci de votre confiance.",
    closing,
  },
  content: ({ extra: { reviewUrl } }) =>
    reviewUrl && <Paragraph>Un avis de votre part nous aide beaucoup. Il prend une minute.</Paragraph>,
  action: ({ extra: { reviewUrl } }) => (reviewUrl ? { href: reviewUrl, label: "Écrire un avis" } : null),
})

export const bookingExpired = toCustomer<"booking-expired">({
  title: "Votre demande a pris fin sans réponse",
  sentences: {
    subject: "Votre demande n°\u00a0{numero} a pris fin",
    greeting,
    intro: "Nous n’avons pas répondu à temps à votre demande pour {produit}, {dates}. Nous en sommes désolés.",
    closing: "Si vous le souhaitez toujours, faites une nouvelle demande, ou répondez à ce mail.\n\n{entreprise}",
  },
  content: ({ extra: { expiredAt } }) => (
    <Paragraph>
      Elle a pris fin le {instantLabel(expiredAt)} et les dates sont libérées. Vous ne devez rien, et rien ne vous
      engage.
    </Paragraph>
  ),
  action: (_, { origin }) => ({ href: origin + href("/catalog"), label: "Voir le catalogue" }),
})
