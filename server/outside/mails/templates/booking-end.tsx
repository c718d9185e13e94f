import type { ExternalCause } from "../../../../domain/booking/booking-end.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { greeting, bookingLink } from "./booking-customer-parts.tsx"
import { FactTable, instantLabel } from "./booking-parts.tsx"
import { customerTemplate } from "./booking-template.tsx"
import { Paragraph, Quoted } from "./mail-parts.tsx"

/** Name and address are not repeated to an unconfirmed address. */
function withoutPersonalLines(declaration: string): string {
  const lines = declaration.split("\n").filter((line) => !/^(?:Nom|Adresse) du consommateur/.test(line))
  return lines.join("\n")
}

const recordedEndTexts: Readonly<Record<ExternalCause, (day: string) => string>> = {
  customer: (day) => `Nous l’annulons à votre demande du ${day}.`,
  "no-show": (day) => `Personne n’était là le ${day}. Nous mettons fin au contrat, comme il le prévoit.`,
  unpaid: (day) =>
    `Une somme due reste impayée malgré notre mise en demeure du ${day}. Nous mettons fin au contrat, comme il le prévoit.`,
}

export const bookingCancelled = customerTemplate<"booking-cancelled">({
  title: "Votre réservation est annulée",
  sentences: {
    subject: "Réservation n°\u00a0{numero} annulée",
    greeting,
    intro: "Votre réservation de {produit}, {dates}, est annulée.",
    closing: "Une question\u00a0? Répondez à cet e-mail.\n\n{entreprise}",
  },
  content: ({ booking: { client }, extra: { by, noticedOn, actor, reason, settlement } }) => (
    <>
      <Paragraph>
        {noticedOn && by !== "company"
          ? recordedEndTexts[by](dayLong(noticedOn))
          : by === "company"
            ? "Nous devons l’annuler, et nous en sommes désolés."
            : actor && client.isVerified
              ? `${actor} l’a annulée en votre nom.`
              : actor
                ? "Elle a été annulée en votre nom."
                : "Comme demandé, elle est annulée."}
      </Paragraph>
      {reason && (by === "company" || noticedOn || client.isVerified) && <Quoted text={reason} />}
      {settlement === null && <Paragraph>Vous ne devez rien.</Paragraph>}
      {settlement !== null && (
        <FactTable
          facts={[
            ["À vous rembourser", formatMoney(settlement.refunded)],
            ["Conservé", settlement.kept > 0 ? formatMoney(settlement.kept) : null],
            ["Reste à payer", settlement.owed ? formatMoney(settlement.owed) : null],
            ["Indemnité due", settlement.indemnity > 0 ? formatMoney(settlement.indemnity) : null],
          ]}
        />
      )}
    </>
  ),
  action: bookingLink,
  calendar: "cancelled",
})

export const withdrawalReceived = customerTemplate<"withdrawal-received">({
  title: "Votre rétractation est enregistrée",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: accusé de réception de votre rétractation",
    greeting,
    intro: "Nous avons bien reçu votre rétractation pour {produit}, {dates}.",
    closing: "Gardez cet e-mail\u00a0: il vous sert de preuve.\n\n{entreprise}",
  },
  content: ({ booking, extra: { receivedAt, declaration, refunded, addressProved } }) => (
    <>
      <FactTable
        facts={[
          ["Réservation", `n°\u00a0${booking.number}`],
          ["Reçue le", instantLabel(receivedAt)],
          ["Remboursement", refunded > 0 ? formatMoney(refunded) : "Rien n’avait été payé"],
        ]}
      />
      <Paragraph>Votre déclaration&nbsp;:</Paragraph>
      <Quoted text={booking.client.isVerified || addressProved ? declaration : withoutPersonalLines(declaration)} />
    </>
  ),
  action: bookingLink,
  calendar: "cancelled",
})
