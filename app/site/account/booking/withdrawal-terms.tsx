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

const storedNotice = "Ce texte, la date et l’heure sont gardés avec la réservation."

const acknowledgementTexts: Record<Acknowledgement, string> = {
  whole: "Nous vous en accusons réception par e-mail, avec ce texte, la date et l’heure.",
  "without-names": `Nous vous en accusons réception par e-mail, avec ce texte, la date et l’heure, mais sans vos nom et adresse postale\u00a0: votre adresse e-mail n’est pas confirmée. ${storedNotice}`,
  none: storedNotice,
}

export function WithdrawalTerms({ preview, acknowledgement, canMail }: WithdrawalTermsProps) {
  return (
    <>
      <section className="panel stack" aria-labelledby="means-title">
        <h2 className="title-card" id="means-title">
          Ce que cela veut dire
        </h2>
        <p>
          Vous pouvez renoncer sans motif jusqu’au {dayLong(preview.lastDay)} inclus. Le contrat prend fin et les dates
          sont libérées.
        </p>
        <dl className="lines">
          <div>
            <dt>
              Vous est remboursé
              {preview.settlement.refund > 0 && <small>au plus tard le {dayLong(preview.refundBy)}</small>}
            </dt>
            <dd>{formatMoney(preview.settlement.refund)}</dd>
          </div>
          {preview.settlement.retained > 0 && (
            <div>
              <dt>
                Vous devez
                <small>pour la part de la location déjà exécutée, à votre demande</small>
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
