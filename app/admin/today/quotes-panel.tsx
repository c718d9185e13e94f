import { Link } from "react-router"
import { formatMoney } from "../../../domain/money.ts"
import { rentalLabel } from "../../../domain/rental/rental.ts"
import { agoLabel, untilLabel } from "../../../isomorphic/text/relative-time.ts"
import type { ListedQuote } from "../../../server/quotes/list-quotes.ts"
import { CountBadge } from "../../ui/count-badge.tsx"
import { FollowUpTag } from "../kit/quotes/quote-state-tag.tsx"
import { quoteHref, quotesToFollowUpHref } from "../kit/quotes/quotes-url.ts"
import { screens } from "../kit/screens.ts"
import type { Excerpt } from "./view.ts"

/** Hidden where nothing is to do. */
export function QuotesPanel({ quotes: { items, count }, now }: { quotes: Excerpt<ListedQuote>; now: Date }) {
  if (count === 0) return null
  return (
    <section className="panel stack" aria-labelledby="devis-a-relancer">
      <div className="cluster between">
        <h2 className="title-block" id="devis-a-relancer">
          Devis à relancer <CountBadge count={count} />
        </h2>
        <Link to={count > items.length ? quotesToFollowUpHref : screens.quotes.to} className="small">
          {count > items.length ? "Voir les autres" : "Tous les devis"}
        </Link>
      </div>
      <ul>
        {items.map((quote) => (
          <li className="request" key={quote.number}>
            <div>
              <h3 className="request-title">
                <Link to={quoteHref(quote.number)}>{quote.readerName}</Link>
                <FollowUpTag followUp={quote.followUp} />
              </h3>
              <p className="small soft">
                {quote.productName}, {rentalLabel(quote)}, {formatMoney(quote.total)}. {standing(quote, now)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}

function standing({ sentAt, firstOpenedAt, validUntil }: ListedQuote, now: Date): string {
  return [
    sentAt && `Envoyé ${agoLabel(sentAt, now)}`,
    firstOpenedAt ? `ouvert ${agoLabel(firstOpenedAt, now)}` : "pas encore ouvert",
    validUntil && (validUntil > now ? `valable ${untilLabel(validUntil, now)}` : "terminé"),
  ]
    .filter(Boolean)
    .join(", ")
}
