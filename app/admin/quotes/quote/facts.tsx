import { Link, href } from "react-router"
import { dayLong, instantLong } from "../../../../domain/day-labels.ts"
import { leadKindLabels } from "../../../../domain/leads/lead.ts"
import { phoneLabel } from "../../../../domain/phone.ts"
import { declineReasonLabels } from "../../../../domain/quotes/state.ts"
import { validityLabel } from "../../../../domain/quotes/validity.ts"
import { telephoneHref } from "../../../kit/contact-links.ts"
import { leadHref } from "../../kit/lead-href.ts"
import { quoteHref } from "../../kit/quotes/quotes-url.ts"
import { Fact } from "./fact.tsx"
import type { OwnerQuote, OwnerQuoteVersion } from "../../../../server/quotes/quote-page.ts"

export function Facts({ owned, version }: { owned: OwnerQuote; version: OwnerQuoteVersion }) {
  const { quote, followUp, reader, links, lead, copiedFrom, versions } = owned
  const sent = versions.find(({ sentAt }) => sentAt !== null)
  const openLinks = (purpose: "accept" | "show") =>
    links.filter((link) => link.isOpen && link.purpose === purpose).length
  const shownLinks = openLinks("show")
  return (
    <section className="panel stack" aria-labelledby="suivi">
      <h2 className="title-block" id="suivi">
        Le suivi
      </h2>
      <Fact label="Client">
        {reader.id ? <Link to={href("/admin/users/:id", { id: reader.id })}>{reader.name}</Link> : reader.name}
        {reader.email && (
          <>
            <br />
            <a href={`mailto:${reader.email}`}>{reader.email}</a>
          </>
        )}
        {reader.phone && (
          <>
            <br />
            <a href={telephoneHref(reader.phone)}>{phoneLabel(reader.phone)}</a>
          </>
        )}
      </Fact>
      {sent && (
        <Fact label="Document">
          <a href={href("/admin/devis/:number/devis.pdf", { number: quote.number })} download>
            Devis en PDF
          </a>
        </Fact>
      )}
      <Fact label="Valable jusqu’au">{validityLabel(version.validUntil)}</Fact>
      <Fact label="Dates">{version.keepUntil ? `gardées jusqu’au ${dayLong(version.keepUntil)}` : "non gardées"}</Fact>
      {sent?.sentAt && <Fact label="Envoyé">{instantLong(sent.sentAt)}</Fact>}
      {sent && <Fact label="Ouvert">{quote.firstOpenedAt ? instantLong(quote.firstOpenedAt) : "pas encore"}</Fact>}
      {sent?.remindedAt && <Fact label="Relancé">{instantLong(sent.remindedAt)}</Fact>}
      {quote.answeredAt && quote.state !== "withdrawn" && quote.state !== "expired" && (
        <Fact label="Répondu">{instantLong(quote.answeredAt)}</Fact>
      )}
      {quote.orderReceivedAt && followUp !== "order-received" && (
        <Fact label={`Bon de commande, reçu le ${instantLong(quote.orderReceivedAt)}`}>
          <OrderLink number={quote.number} />
        </Fact>
      )}
      {quote.declineReason && (
        <Fact label="Raison">
          {declineReasonLabels[quote.declineReason]}
          {quote.declineWords && (
            <>
              <br />
              <span className="whitespace-pre-wrap wrap-anywhere">{quote.declineWords}</span>
            </>
          )}
        </Fact>
      )}
      {openLinks("accept") > 0 && (
        <Fact label="Liens">
          {openLinks("accept")} pour accepter{shownLinks > 0 && `, ${shownLinks} pour montrer`}
        </Fact>
      )}
      {lead && (
        <Fact label="Demande">
          <Link to={leadHref(lead.id)}>{leadKindLabels[lead.kind]}</Link>
        </Fact>
      )}
      {copiedFrom && (
        <Fact label="Copié de">
          <Link to={quoteHref(copiedFrom)}>{copiedFrom}</Link>
        </Fact>
      )}
    </section>
  )
}

export function OrderLink({ number }: { number: string }) {
  return (
    <a href={href("/admin/devis/:number/bon-de-commande", { number })} download>
      Télécharger le bon de commande
    </a>
  )
}
