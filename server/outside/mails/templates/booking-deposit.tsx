import { dayLong, instantLong } from "../../../../domain/day-labels.ts"
import { type DepositMeans, OBSERVATION_HOURS, depositMeansLabels } from "../../../../domain/finance/deposit.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { DepositReason } from "../../../platform/mail/booking-mail-kinds.ts"
import { bookingLink, closing, greeting } from "./booking-customer-parts.tsx"
import { FactTable } from "./booking-parts.tsx"
import { customerTemplate } from "./booking-template.tsx"
import { Paragraph } from "./mail-parts.tsx"

const amountValues = ({ extra: { amount } }: { extra: { amount: number } }) => ({ montant: formatMoney(amount) })

const reasonTexts: Record<DepositReason, string> = {
  "no-card": "Aucune carte n’est encore enregistrée pour cette caution.",
  refused: "La banque a refusé l’empreinte sur la carte enregistrée. Essayez-en une autre.",
  authentication: "Votre banque vous demande de confirmer.",
}

export const depositCardRequested = customerTemplate<"deposit-asked">({
  title: "Une carte pour la caution",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: une carte pour la caution de {montant}",
    greeting,
    intro: "Pour {produit}, {dates}, le contrat prévoit une caution de {montant}.",
    closing,
  },
  values: amountValues,
  content: ({ extra: { why, holdOn } }) => (
    <>
      <Paragraph>{reasonTexts[why]}</Paragraph>
      <Paragraph>
        Une simple empreinte de carte, prise le {dayLong(holdOn)}, non débitée, levée après le retour. Plutôt un chèque
        ou un virement&nbsp;? Répondez à cet e-mail.
      </Paragraph>
    </>
  ),
  action: ({ extra: { depositUrl } }) => ({ href: depositUrl, label: "Enregistrer une carte" }),
})

export const depositOpened = customerTemplate<"deposit-opened">({
  title: "Caution enregistrée",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: caution de {montant}, rien n’est débité",
    greeting,
    intro: "L’empreinte de {montant} est prise sur votre carte pour {produit}, {dates}. Rien n’est débité.",
    closing,
  },
  values: amountValues,
  content: ({ extra: { amount, card, releaseBy } }) => (
    <FactTable
      facts={[
        ["Caution", formatMoney(amount)],
        ["Carte", card || null],
        ["Levée au plus tard", dayLong(releaseBy)],
      ]}
    />
  ),
  action: bookingLink,
})

export const depositAnnounced = customerTemplate<"deposit-announced">({
  title: "Une retenue sur votre caution",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: {montant} à retenir sur la caution",
    greeting,
    intro: "Après le retour de {produit}, nous pensons devoir retenir {montant} sur la caution de {caution}.",
    closing,
  },
  values: ({ extra: { amount, of } }) => ({ montant: formatMoney(amount), caution: formatMoney(of) }),
  content: ({ extra: { reason, reportedAt } }) => (
    <>
      <FactTable
        facts={[
          ["Motif", reason],
          ["État des lieux de retour", reportedAt ? `établi le ${instantLong(new Date(reportedAt))}` : null],
        ]}
      />
      {reportedAt && <Paragraph>L’état des lieux se télécharge depuis la page ci-dessous.</Paragraph>}
      <Paragraph>
        Rien n’est encore débité. Répondez-nous dans les {OBSERVATION_HOURS}&nbsp;heures, par le bouton ci-dessous. Nous
        décidons ensuite.
      </Paragraph>
    </>
  ),
  action: ({ extra: { depositUrl } }) => ({ href: depositUrl, label: "Présenter mes observations" }),
})

const releasedTexts: Record<DepositMeans, string> = {
  card: "Rien n’a été débité. Votre banque peut mettre quelques jours à l’afficher.",
  cheque: "Votre chèque vous est rendu sans avoir été encaissé.",
  transfer: "La somme que vous aviez virée vous est rendue.",
}

export const depositReleased = customerTemplate<"deposit-released">({
  title: "Votre caution est levée",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: caution de {montant} levée",
    greeting,
    intro: "La caution de {montant} pour {produit}, {dates}, est levée.",
    closing,
  },
  values: amountValues,
  content: ({ extra: { means } }) => <Paragraph>{releasedTexts[means]}</Paragraph>,
  action: bookingLink,
})

export const depositRetained = customerTemplate<"deposit-kept">({
  title: "Retenue sur votre caution",
  sentences: {
    subject: "Réservation n°\u00a0{numero}\u00a0: {montant} retenus sur la caution",
    greeting,
    intro: "Comme annoncé, nous retenons {montant} sur la caution de {caution}. Le reste est levé.",
    closing,
  },
  values: ({ extra: { amount, of } }) => ({ montant: formatMoney(amount), caution: formatMoney(of) }),
  content: ({ extra: { amount, of, reason, means } }) => (
    <FactTable
      facts={[
        ["Retenu", formatMoney(amount)],
        ["Rendu", of > amount ? formatMoney(of - amount) : null],
        ["Moyen", depositMeansLabels[means]],
        ["Motif", reason || null],
      ]}
    />
  ),
  action: bookingLink,
})
