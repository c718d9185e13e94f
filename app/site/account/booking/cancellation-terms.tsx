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
            <dt>Vous est remboursé</dt>
            <dd>{formatMoney(preview.refund)}</dd>
          </div>
          <div>
            <dt>
              Nous gardons
              {preview.signed && (
                <small>{preview.retainedPercent}&nbsp;% du total, dans la limite de ce qui est payé ou dû</small>
              )}
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
            ? `Vos dates sont libérées aussitôt.${preview.refund > 0 ? " Le remboursement part sous 14 jours au plus, par le moyen que vous aviez choisi." : ""}`
            : "Vos dates sont libérées aussitôt, et vous ne devez rien\u00a0: le contrat n’est pas signé."}
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
