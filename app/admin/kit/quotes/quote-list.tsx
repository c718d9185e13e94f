import { Link } from "react-router"
import { formatMoney } from "../../../../domain/money.ts"
import { rentalLabel } from "../../../../domain/rental/rental.ts"
import type { ListedQuote } from "../../../../server/quotes/list-quotes.ts"
import { QuoteStateTag } from "./quote-state-tag.tsx"
import { quoteHref } from "./quotes-url.ts"

/** Hidden without any. */
export function QuoteList({ quotes }: { quotes: readonly ListedQuote[] }) {
  if (quotes.length === 0) return null
  return (
    <section className="panel stack gap-2" aria-labelledby="devis">
      <h2 className="title-card" id="devis">
        Devis ({quotes.length})
      </h2>
      <ul>
        {quotes.map((quote) => (
          <li className="request" key={quote.number}>
            <div className="min-w-0 wrap-anywhere">
              <p className="request-title">
                <Link to={quoteHref(quote.number)}>{quote.number}</Link>
                <QuoteStateTag state={quote.state} />
              </p>
              <p className="small soft">
                {quote.productName}, {rentalLabel(quote)}, {formatMoney(quote.total)}
              </p>
            </div>
          </li>
        ))}
      </ul>
    </section>
  )
}
