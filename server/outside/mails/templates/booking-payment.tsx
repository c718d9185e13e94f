import { dayLong } from "../../../../domain/day-labels.ts"
import { ibanLabel } from "../../../../domain/finance/iban.ts"
import { paymentMeansLabels } from "../../../../domain/finance/payment.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { BookingFacts } from "../../../platform/mail/booking-mail-kinds.ts"
import type { Serialized, PaymentToMake } from "../../../platform/mail/booking-mail-kinds.ts"
import type { Company } from "../../../shop/content/company.ts"
import { closing, greeting, bookingLink } from "./booking-customer-parts.tsx"
import { FactTable } from "./booking-parts.tsx"
import { customerTemplate } from "./booking-template.tsx"
import { Paragraph } from "./mail-parts.tsx"

type PaymentMailData = { booking: BookingFacts; extra: Serialized<PaymentToMake> }

const payAction = ({ extra: { payUrl, amount } }: PaymentMailData) => ({
  href: payUrl,
  label: `Payer ${formatMoney(amount)}`,
})
const amountValues = ({ extra: { amount, dueOn } }: PaymentMailData) => ({
  montant: formatMoney(amount),
  échéance: dueOn === null ? "aujourd’hui" : dayLong(dueOn),
})

function PaymentDetails({ data: { extra }, company }: { data: PaymentMailData; company: Company }) {
  const { amount, dueOn, transfer, interest = 0 } = extra
  return (
    <>
      <FactTable
        facts={[
          ["Intérêts déduits", interest > 0 ? formatMoney(interest) : null],
          ["À payer", formatMoney(amount)],
          ["Au plus tard", dueOn === null ? "aujourd’hui" : dayLong(dueOn)],
          ["Bénéficiaire d’un virement", transfer.iban && company.name],
          ["IBAN", transfer.iban && ibanLabel(transfer.iban)],
          ["BIC", transfer.iban && transfer.bic],
          ["Référence à indiquer", transfer.iban && transfer.reference],
        ]}
      />
      <Paragraph>Quelqu’un paie avec vous&nbsp;? Transmettez-lui ce lien.</Paragraph>
    </>
  )
}

export const paymentRequested = customerTemplate<"payment-asked">({
  title: "Il reste à payer",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: {montant} à payer",
    greeting,
    intro: "Votre contrat est signé\u00a0: {produit}, {dates}. Il reste {montant} à payer aujourd’hui.",
    closing,
  },
  values: amountValues,
  content: (data, company) => <PaymentDetails data={data} company={company} />,
  action: payAction,
})

export const balanceDue = customerTemplate<"balance-due">({
  title: "Le solde arrive à échéance",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: {montant} à payer, {échéance}",
    greeting,
    intro: "Pour {produit}, {dates}, il reste {montant} à payer au plus tard\u00a0: {échéance}.",
    closing,
  },
  values: amountValues,
  content: (data, company) => <PaymentDetails data={data} company={company} />,
  action: payAction,
})

export const paymentLate = customerTemplate<"payment-late">({
  title: "Un paiement est en retard",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: {montant} en retard",
    greeting,
    intro: "Nous n’avons pas encore reçu {montant} pour {produit}, {dates}.",
    closing: "Déjà payé\u00a0? Ignorez ce message.\n\n{entreprise}",
  },
  values: amountValues,
  content: (data, company) => <PaymentDetails data={data} company={company} />,
  action: payAction,
})

export const paymentReceived = customerTemplate<"payment-received">({
  title: "Paiement reçu, merci",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: {montant} reçus",
    greeting,
    intro: "Nous avons reçu {montant} pour {produit}, {dates}.",
    closing,
  },
  values: ({ extra: { amount } }) => ({ montant: formatMoney(amount) }),
  content: ({ extra: { amount, means, left } }) => (
    <FactTable
      facts={[
        ["Reçu", formatMoney(amount)],
        ["Moyen", paymentMeansLabels[means]],
        ["Reste à payer", left > 0 ? formatMoney(left) : "rien, tout est réglé"],
      ]}
    />
  ),
  action: bookingLink,
})

export const paymentFailed = customerTemplate<"payment-failed">({
  title: "Le paiement n’a pas abouti",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: paiement refusé par la banque",
    greeting,
    intro: "La banque a refusé le paiement de {montant} pour {produit}, {dates}. Rien n’a été débité.",
    closing,
  },
  values: ({ extra: { amount } }) => ({ montant: formatMoney(amount) }),
  content: () => <Paragraph>Essayez une autre carte, ou payez par virement.</Paragraph>,
  action: ({ extra: { payUrl } }) => ({ href: payUrl, label: "Reprendre le paiement" }),
})

export const paymentRefunded = customerTemplate<"payment-refunded">({
  title: "Votre remboursement est parti",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: {montant} remboursés",
    greeting,
    intro: "Nous vous avons remboursé {montant} pour votre réservation de {produit}, {dates}.",
    closing,
  },
  values: ({ extra: { amount } }) => ({ montant: formatMoney(amount) }),
  content: ({ extra: { amount, means } }) => (
    <>
      <FactTable
        facts={[
          ["Remboursé", formatMoney(amount)],
          ["Moyen", paymentMeansLabels[means]],
        ]}
      />
      {means === "card" && <Paragraph>Comptez 5 à 10 jours avant de le voir sur votre compte.</Paragraph>}
    </>
  ),
  action: bookingLink,
})
