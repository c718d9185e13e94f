import { formatMoney } from "../../../domain/money.ts"
import { greeting, toBooking } from "./booking-customer-parts.tsx"
import { FactTable, instantLabel } from "./booking-parts.tsx"
import { toCustomer } from "./booking-template.tsx"
import { Paragraph, Quoted } from "./mail-parts.tsx"

export const bookingCancelled = toCustomer<"booking-cancelled">({
  title: "Votre réservation est annulée",
  sentences: {
    subject: "Réservation n°\u00a0{numero} annulée",
    greeting,
    intro: "Votre réservation de {produit}, {dates}, est annulée.",
    closing: "Une question\u00a0? Répondez à ce mail.\n\n{entreprise}",
  },
  content: ({ extra: { by, actor, reason, settlement } }) => (
    <>
      <Paragraph>
        {by === "company"
          ? "C’est nous qui l’annulons, et nous en sommes désolés."
          : actor
            ? `${actor} l’a annulée en votre nom.`
            : "Vous l’avez annulée."}
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
