import { href } from "react-router"
import { dayLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { declineReasonLabels } from "../../../../domain/quotes/state.ts"
import { validityLabel } from "../../../../domain/quotes/validity.ts"
import { periodOfDays, rentalLabel } from "../../../../domain/rental/rental.ts"
import type { Mails, QuoteAnswer, QuoteFacts } from "../../../platform/mail/mails.ts"
import type { Company } from "../../../shop/content/company.ts"
import { FactTable, PriceTable, rentalFacts } from "./booking-parts.tsx"
import { editableTemplate } from "./editable-template.tsx"
import { Facts, Paragraph, Paragraphs, Quoted } from "./mail-parts.tsx"
import type { Template } from "./template.ts"

const greeting = "Bonjour {client},"
const closing = "Une question\u00a0? Répondez simplement à cet e-mail.\n\n{entreprise}"

function quoteValues({ name, quote }: { name: string; quote: QuoteFacts }, company: Company) {
  return {
    client: name,
    numero: quote.number,
    produit: quote.product,
    dates: rentalLabel(periodOfDays(quote.days)),
    total: formatMoney(quote.total),
    limite: validityLabel(new Date(quote.validUntil)),
    entreprise: company.name,
  }
}

const reason = ({ quote }: { quote: QuoteFacts }) => `Vous recevez cet e-mail au sujet du devis ${quote.number}.`

function QuoteContent({ quote }: { quote: QuoteFacts }) {
  const { number, validUntil, keepUntil, extras, message } = quote
  return (
    <>
      {message !== "" && <Quoted text={message} />}
      <FactTable
        facts={[
          ["Devis", number],
          ...rentalFacts(quote),
          ["Valable jusqu’au", validityLabel(new Date(validUntil))],
          ["Dates gardées jusqu’au", keepUntil && dayLong(keepUntil)],
        ]}
      />
      <PriceTable booking={quote} />
      {extras.length > 0 && (
        <Paragraph>
          En option, à cocher sur le devis&nbsp;:{" "}
          {extras.map(({ label, amount }) => `${label} (${formatMoney(amount)})`).join(", ")}.
        </Paragraph>
      )}
    </>
  )
}

const readQuote = ({ quoteUrl }: { quoteUrl: string }) => ({ href: quoteUrl, label: "Voir le devis" })

export const quoteSent = editableTemplate<Mails["quote-sent"]>({
  title: "Votre devis",
  sentences: {
    subject: "Devis {numero}\u00a0: {produit}, {dates}",
    greeting,
    intro: "Voici notre devis pour {produit}, {dates}\u00a0: {total}.",
    closing,
  },
  values: quoteValues,
  reason,
  content: ({ quote }) => <QuoteContent quote={quote} />,
  action: readQuote,
})

export const quoteChanged = editableTemplate<Mails["quote-changed"]>({
  title: "Votre nouveau devis",
  sentences: {
    subject: "Devis {numero}, nouvelle version\u00a0: {produit}, {dates}",
    greeting,
    intro: "Votre devis a changé. Cette version remplace la précédente.",
    closing,
  },
  values: quoteValues,
  reason,
  content: ({ quote, differences }) => (
    <>
      {differences.length > 0 && (
        <>
          <Paragraph>Les changements&nbsp;:</Paragraph>
          <FactTable facts={differences.map(({ label, before, after }) => [label, `${before} → ${after}`])} />
        </>
      )}
      <QuoteContent quote={quote} />
    </>
  ),
  action: readQuote,
})

export const quoteReminder = editableTemplate<Mails["quote-reminder"]>({
  title: "Votre devis vous attend",
  sentences: {
    subject: "Devis {numero}\u00a0: valable jusqu’au {limite}",
    greeting,
    intro: "Notre devis pour {produit}, {dates}, attend votre réponse.",
    closing,
  },
  values: quoteValues,
  reason,
  content: ({ quote }) => <QuoteContent quote={quote} />,
  action: readQuote,
})

export const quoteExpired = editableTemplate<Mails["quote-expired"]>({
  title: "Votre devis a pris fin",
  sentences: {
    subject: "Le devis {numero} a pris fin",
    greeting,
    intro: "Notre devis pour {produit}, {dates}, était valable jusqu’au {limite}.",
    closing: "Il vous intéresse toujours\u00a0? Répondez à cet e-mail\u00a0: nous le referons.\n\n{entreprise}",
  },
  values: quoteValues,
  reason,
})

const answerTitles: Record<QuoteAnswer["kind"], string> = {
  accepted: "accepté",
  declined: "décliné",
  "change-requested": "changement demandé",
  "order-received": "bon de commande reçu",
}

/** Replies go to the reader of the quote. */
export const quoteAnsweredOwner: Template<Mails["quote-answered-owner"]> = {
  ...editableTemplate<Mails["quote-answered-owner"]>({
    title: ({ number, answer }) => `Devis ${number}\u00a0: ${answerTitles[answer.kind]}`,
    sentences: { subject: "Devis {numero}, {client}\u00a0: {reponse}", greeting: "", intro: "", closing: "" },
    values: ({ number, name, answer }, company) => ({
      numero: number,
      client: name,
      reponse: answerTitles[answer.kind],
      entreprise: company.name,
    }),
    reason: ({ number }) => `Envoyé par votre boutique au sujet du devis ${number}.`,
    content: ({ name, email, answer }) => (
      <>
        <Facts
          facts={[
            ["Client", name],
            ...(email ? ([["Adresse e-mail", email]] as const) : []),
            ...(answer.kind === "accepted" ? ([["Total", formatMoney(answer.total)]] as const) : []),
            ...(answer.kind === "declined" ? ([["Raison", declineReasonLabels[answer.reason]]] as const) : []),
          ]}
        />
        {"words" in answer && answer.words !== "" && <Quoted text={answer.words} />}
        {answer.kind === "accepted" && <Paragraphs text="Le contrat est signé et la réservation confirmée." />}
        {answer.kind === "order-received" && (
          <Paragraphs text="Il se télécharge sur la page du devis, et n’engage personne. Votre client attend votre réponse." />
        )}
      </>
    ),
    action: ({ number }, company) => ({
      href: company.origin + href("/admin/devis/:number", { number }),
      label: "Voir le devis",
    }),
  }),
  replyTo: ({ name, email }) => (email === null ? null : { name, address: email }),
}
