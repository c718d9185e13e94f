import { instalmentKindLabels } from "../../kit/booking/booking-labels.ts"
import { dayInParis } from "../../../../domain/day.ts"
import { dayMedium, instantLong } from "../../../../domain/day-labels.ts"
import { paymentMeansLabels, refundName } from "../../../../domain/finance/payment.ts"
import { disputeStageLabels } from "../../../../domain/finance/dispute.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { paymentStatusLabels } from "../../../../domain/booking/status.ts"
import { Link } from "react-router"
import { ButtonLink } from "../../../ui/button-link.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { Tag } from "../../../ui/tag.tsx"
import { BookingPrice } from "../record/price.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { PriceLinks } from "./price-dialogs.tsx"
import type { DisputeView, OwnerBookingView, PaymentView, RefundView } from "./view.ts"

export function MoneySection({ view }: { view: OwnerBookingView }) {
  const { instalments, signedTotal, payments, refunds, disputes, giveBack, paid, due, payable, booking, journey, end } =
    view
  const isPaymentNext = journey.next.kind === "pay" && !refunds.some(({ made }) => made === null) && !view.dateRequest
  return (
    <section className="panel stack" aria-labelledby="argent">
      <div className="cluster between">
        <h2 className="title-block" id="argent">
          Argent
        </h2>
        <span className="small soft">{paymentStatusLabels[booking.paymentStatus]}</span>
      </div>
      <BookingPrice booking={booking} />
      <PriceLinks view={view} />
      {booking.isDemonstration && (
        <Notice tone="warning" title="Réservation de démonstration">
          Son argent est fictif et n’entre dans aucun de vos chiffres.
        </Notice>
      )}
      {instalments.length > 0 && (
        <dl className="lines">
          {instalments.map(({ kind, amount, dueOn }) => (
            <div key={kind}>
              <dt>
                {instalmentKindLabels[kind]}
                <small>
                  {dueOn === null
                    ? "à la signature"
                    : end && dueOn > dayInParis(end.at)
                      ? "plus demandé\u00a0: la réservation a pris fin"
                      : `au plus tard le ${dayMedium(dueOn)}`}
                </small>
              </dt>
              <dd>{formatMoney(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      {!end && signedTotal !== null && signedTotal !== booking.total && (
        <p className="small soft">
          Ce sont les échéances du contrat signé, de {formatMoney(signedTotal)}. Elles changent à la signature du
          nouveau contrat, de {formatMoney(booking.total)}.
        </p>
      )}
      {(instalments.length > 0 || payments.length > 0) && (
        <dl className="lines">
          <div>
            <dt>Dû à ce jour</dt>
            <dd>{formatMoney(due)}</dd>
          </div>
          <div>
            <dt>
              <b>Reçu</b>
            </dt>
            <dd>
              <b>{formatMoney(paid)}</b>
            </dd>
          </div>
          {due > paid && (
            <div>
              <dt>Manque</dt>
              <dd>{formatMoney(due - paid)}</dd>
            </div>
          )}
        </dl>
      )}
      {payments.length > 0 && (
        <>
          <h3 className="small font-strong">Écritures</h3>
          <ul aria-label="Écritures">
            {payments.map((payment) => (
              <Payment key={payment.id} payment={payment} number={booking.number} />
            ))}
          </ul>
        </>
      )}
      {refunds.length > 0 && (
        <>
          <h3 className="small font-strong">Remboursements</h3>
          <ul aria-label="Remboursements">
            {refunds.map((refund) => (
              <Refund key={refund.id} refund={refund} number={booking.number} />
            ))}
          </ul>
        </>
      )}
      {disputes.length > 0 && (
        <>
          <h3 className="small font-strong">Contestations à la banque</h3>
          <ul aria-label="Contestations à la banque">
            {disputes.map((dispute) => (
              <Dispute
                key={dispute.id}
                dispute={dispute}
                isStillCounted={payments.some(
                  ({ id, isReturnedByBank, corrected }) => id === dispute.paymentId && isReturnedByBank && !corrected,
                )}
              />
            ))}
          </ul>
        </>
      )}
      <div className="cluster">
        {payable && !isPaymentNext && (
          <ButtonLink
            to={bookingPageHref(booking.number, "paiement")}
            aria-haspopup="dialog"
            variant="secondary"
            size="small"
            preventScrollReset
          >
            Noter un paiement
          </ButtonLink>
        )}
        {giveBack.max > 0 && (
          <Link
            to={bookingPageHref(booking.number, "rendre")}
            aria-haspopup="dialog"
            className="link-alone small"
            preventScrollReset
          >
            {giveBack.overpaid > 0 ? `Rendre le trop-perçu de ${formatMoney(giveBack.overpaid)}` : "Rendre de l’argent"}
          </Link>
        )}
      </div>
    </section>
  )
}

function Payment({ payment, number }: { payment: PaymentView; number: number }) {
  const { id, amount, means, receivedOn, note, payerLivesAbroad, corrected, correctable } = payment
  const text = `${formatMoney(amount)}, ${paymentMeansLabels[means]}`
  return (
    <li className="request">
      <div className="small">
        <p className="cluster gap-2">
          {corrected ? <s>{text}</s> : <b>{text}</b>}
          {payment.isDemonstration && <Tag tone="busy">Démonstration</Tag>}
          {corrected && <Tag tone="neutral">Retiré</Tag>}
          {amount < 0 && <Tag tone="neutral">Contre-écriture</Tag>}
        </p>
        <p className="soft wrap-anywhere">
          {means === "set-off" ? "Le" : amount < 0 ? "Écrit le" : "Reçu le"} {dayMedium(receivedOn)}
          {payerLivesAbroad && ". Client vivant à l’étranger, preuve vue"}
          {note && <>. {note}</>}
        </p>
      </div>
      {correctable && (
        <Link
          to={bookingPageHref(number, "retirer", id)}
          aria-haspopup="dialog"
          className="link-alone small"
          preventScrollReset
        >
          Retirer<span className="sr-only"> le paiement de {formatMoney(amount)}</span>
        </Link>
      )}
    </li>
  )
}

function Refund({ refund, number }: { refund: RefundView; number: number }) {
  const { id, amount, dueOn, late, made, isAutomatic, failed } = refund
  return (
    <li className="request">
      <div className="small">
        <p className="cluster gap-2">
          <b>
            {refundName(refund)}&nbsp;: {formatMoney(amount)}
          </b>
          <Tag tone={made ? "ok" : late ? "late" : "pending"}>
            {made ? "Fait" : late ? "En retard" : isAutomatic ? "En cours, par carte" : "À rembourser"}
          </Tag>
        </p>
        <p className="soft wrap-anywhere">
          {made
            ? `Le ${dayMedium(made.on)}, ${paymentMeansLabels[made.means]}${made.note ? `. ${made.note}` : ""}`
            : `${failed ? "La banque n’a pas pu le rendre par carte\u00a0: à rendre autrement. " : ""}Date légale\u00a0: ${dayMedium(dueOn)}`}
        </p>
      </div>
      {!made && !isAutomatic && (
        <Link
          to={bookingPageHref(number, "rembourser", id)}
          aria-haspopup="dialog"
          className="link-alone small"
          preventScrollReset
        >
          Noter<span className="sr-only"> le remboursement de {formatMoney(amount)}</span>
        </Link>
      )}
    </li>
  )
}

const disputeTones = { to_answer: "late", answered: "pending", won: "ok", lost: "off" } as const

/** A payment that the bank has returned still counts as received until somebody removes it. */
function Dispute({ dispute, isStillCounted }: { dispute: DisputeView; isStillCounted: boolean }) {
  const { id, ofDeposit, amount, stage, reason, answerBy, evidence } = dispute
  return (
    <li className="request">
      <div className="small stack gap-2">
        <p className="cluster gap-2">
          <b>{ofDeposit ? `Caution\u00a0: ${formatMoney(amount)}` : formatMoney(amount)}</b>
          <Tag tone={disputeTones[stage]}>{disputeStageLabels[stage]}</Tag>
        </p>
        <p className="soft wrap-anywhere">
          Motif&nbsp;: {reason}.
          {stage === "to_answer" && answerBy && ` Réponse attendue avant le ${instantLong(answerBy)}.`}
        </p>
        {stage === "lost" && isStillCounted && (
          <p>
            La banque a rendu cette somme au client, et elle compte encore parmi ce qui est reçu&nbsp;: retirez le
            paiement des écritures.
          </p>
        )}
        {stage === "to_answer" && (
          <>
            <p>À joindre dans votre espace Stripe, contestation {id}&nbsp;:</p>
            <ul className="soft">
              {evidence.map((each) => (
                <li key={each}>• {each}</li>
              ))}
            </ul>
          </>
        )}
      </div>
    </li>
  )
}
