import type { ReactNode } from "react"
import { Link } from "react-router"
import { declineReasonLabels, declineReasons } from "../../../domain/quotes/state.ts"
import { countLabel } from "../../../isomorphic/text/count-label.ts"
import type { QuoteFigures } from "../../../server/reports/statistics/quotes.ts"
import { screens } from "../kit/screens.ts"

/** Hidden in a period without any. */
export function QuoteStatistics({ quotes, period }: { quotes: QuoteFigures; period: string }) {
  const { sent, opened, accepted, daysToAccept, declined } = quotes
  if (sent === 0) return null
  const share = (count: number) => `${count}, soit ${Math.round((count / sent) * 100)}\u00a0%`
  const days = daysToAccept === null ? null : Math.max(1, Math.round(daysToAccept))
  return (
    <section className="panel stack" aria-labelledby="devis">
      <div className="cluster between">
        <h2 className="title-block" id="devis">
          Devis, {period}
        </h2>
        <Link to={screens.quotes.to} className="small">
          Tous les devis
        </Link>
      </div>
      <dl className="recap-plain">
        <Figure name="Envoyés">{sent}</Figure>
        <Figure name="Ouverts">{share(opened)}</Figure>
        <Figure name="Acceptés">{share(accepted)}</Figure>
        {days !== null && (
          <Figure name="Délai pour accepter">{countLabel(days, "jour", "jours", "")} en moyenne</Figure>
        )}
        {declineReasons.map((reason) => {
          const count = declined[reason] ?? 0
          return (
            count > 0 && (
              <Figure key={reason} name={`Décliné\u00a0: ${declineReasonLabels[reason].toLowerCase()}`}>
                {count}
              </Figure>
            )
          )
        })}
      </dl>
    </section>
  )
}

function Figure({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
