import type { Acknowledgement } from "../../../../domain/booking/withdrawal.ts"
import type { Day } from "../../../../domain/day.ts"
import { dayLong } from "../../../../domain/day-labels.ts"
import type { Settlement } from "../../../../domain/finance/cancellation-settlement.ts"
import { formatMoney } from "../../../../domain/money.ts"

type WithdrawalTermsProps = {
  preview: { lastDay: Day; settlement: Settlement; refundBy: Day; declaration: string }
  acknowledgement: Acknowledgement
  canMail: boolean
}

const storedNotice = "Nous gardons ce texte, la date et l’heure."

const acknowledgementTexts: Record<Acknowledgement, string> = {
  whole: "Vous recevrez un accusé de réception par e-mail.",
  "without-names": `Vous recevrez un accusé de réception par e-mail, sans vos nom et adresse. ${storedNotice}`,
  none: storedNotice,
}

export function WithdrawalTerms({ preview, acknowledgement, canMail }: WithdrawalTermsProps) {
  return (
    <>
      <section className="panel stack" aria-labelledby="means-title">
        <h2 className="title-card" id="means-title">
          Ce que cela veut dire
        </h2>
        <p>Sans motif, jusqu’au {dayLong(preview.lastDay)} inclus. Le contrat prend fin.</p>
        <dl className="lines">
          <div>
            <dt>
              Remboursement
              {preview.settlement.refund > 0 && <small>au plus tard le {dayLong(preview.refundBy)}</small>}
            </dt>
            <dd>{formatMoney(preview.settlement.refund)}</dd>
          </div>
          {preview.settlement.retained > 0 && (
            <div>
              <dt>
                Vous devez
                <small>pour la location déjà commencée à votre demande</small>
              </dt>
              <dd>{formatMoney(preview.settlement.retained)}</dd>
            </div>
          )}
        </dl>
      </section>
      <section className="panel stack" aria-labelledby="declaration-title">
        <h2 className="title-card" id="declaration-title">
          Votre déclaration
        </h2>
        <p className="whitespace-pre-line">{preview.declaration}</p>
        <p className="small soft">{canMail ? acknowledgementTexts[acknowledgement] : storedNotice}</p>
      </section>
    </>
  )
}
