import type { QuoteView } from "./view.ts"

export function QuoteChange({ change: { since, lines } }: { change: NonNullable<QuoteView["change"]> }) {
  return (
    <section className="panel stack" aria-labelledby="quote-change">
      <h2 className="title-card" id="quote-change">
        Ce qui change depuis la version {since}
      </h2>
      {lines.length === 0 ? (
        <p>Rien, sauf la date de fin ou notre message.</p>
      ) : (
        <dl className="recap-plain">
          {lines.map(({ label, before, after }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                <s>{before}</s> {after}
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  )
}
