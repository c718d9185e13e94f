import type { Day } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import type { Settlement } from "../../../../domain/finance/cancellation-settlement.ts"
import { type Cents, formatMoney } from "../../../../domain/money.ts"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"

export type CancellationTermsView = Settlement & {
  signed: boolean
  tiers: readonly string[]
  withdraw: { href: string; lastDay: Day; owed: Cents } | null
}

export function CancellationTerms({ preview }: { preview: CancellationTermsView }) {
  return (
    <>
      <section className="panel stack" aria-labelledby="means-title">
        <h2 className="title-card" id="means-title">
          Ce que cela veut dire
        </h2>
        <dl className="lines">
          <div>
            <dt>Remboursement</dt>
            <dd>{formatMoney(preview.refund)}</dd>
          </div>
          <div>
            <dt>
              Nous gardons
              {preview.signed && <small>{preview.retainedPercent}&nbsp;% du total</small>}
            </dt>
            <dd>{formatMoney(preview.retained)}</dd>
          </div>
          {preview.owed > 0 && (
            <div>
              <dt>
                Reste dû
                <small>une échéance déjà passée</small>
              </dt>
              <dd>{formatMoney(preview.owed)}</dd>
            </div>
          )}
        </dl>
        <p>
          {preview.signed
            ? preview.refund > 0 && "Remboursé sous 14\u00a0jours, par le même moyen de paiement."
            : "Le contrat n’est pas signé\u00a0: vous ne devez rien."}
        </p>
        {preview.signed && (
          <details>
            <summary>Ce que prévoit votre contrat</summary>
            <ul className="stack gap-2 mt-3 small">
              {preview.tiers.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </details>
        )}
      </section>
      {preview.withdraw && (
        <Notice tone="info" title="Vous pouvez encore renoncer au contrat">
          <p>
            {preview.withdraw.owed === 0 ? "Sans rien payer" : `En payant ${formatMoney(preview.withdraw.owed)}`},
            jusqu’au {dayLong(preview.withdraw.lastDay)} inclus.
          </p>
          <p className="mt-3">
            <ButtonLink to={preview.withdraw.href} variant="secondary" size="small">
              Renoncer au contrat ici
            </ButtonLink>
          </p>
        </Notice>
      )}
    </>
  )
}

/** The rest of the order is still delivered, and this booking carried the fee (D48). */
