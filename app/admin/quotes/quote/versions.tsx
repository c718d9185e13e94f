import { instantLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import type { OwnerQuoteVersion } from "../../../../server/quotes/quote-page.ts"

export function Versions({ versions }: { versions: readonly OwnerQuoteVersion[] }) {
  if (versions.length < 2) return null
  return (
    <section className="panel stack" aria-labelledby="versions">
      <h2 className="title-card" id="versions">
        Les versions
      </h2>
      <ol className="stack gap-5" reversed>
        {versions.map(({ version, sentAt, differences, row }) => (
          <li key={version} className="stack gap-2">
            <p>
              <strong>Version {version}</strong>, {sentAt ? `envoyée le ${instantLong(sentAt)}` : "pas encore envoyée"},{" "}
              {formatMoney(row.total)}
            </p>
            {version > 1 && differences.length === 0 && <p className="small soft">Rien n’a changé.</p>}
            {differences.length > 0 && (
              <dl className="stack gap-2 small">
                {differences.map(({ label, before, after }) => (
                  <div key={label}>
                    <dt className="soft">{label}</dt>
                    <dd className="wrap-anywhere">
                      <del>{before}</del> <ins>{after}</ins>
                    </dd>
                  </div>
                ))}
              </dl>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}
