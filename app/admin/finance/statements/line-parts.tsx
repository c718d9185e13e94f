import type { BankLine } from "../../../../server/money/bank/lines.ts"
import type { ReactNode } from "react"
import { Form, Link, href } from "react-router"
import { type MatchReason, matchReasonLabels } from "../../../../domain/finance/bank-statement.ts"
import { dayMedium } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { Button } from "../../../ui/button.tsx"
import type { ButtonLook } from "../../../ui/button-class.ts"
import { Tag } from "../../../ui/tag.tsx"
import { bookingPageHref } from "../../kit/booking/booking-url.ts"
import { useSending } from "../../kit/use-sending.ts"
import type {
  PaymentProposal as ProposedPayment,
  Proposals as LineProposals,
  ReversedLine,
} from "../../../../server/money/bank/proposals.ts"
import { capitalize } from "../../../../isomorphic/text/capitalize.ts"

export function LineHead({ line, level }: { line: BankLine; level: 2 | 3 }) {
  const Heading = `h${level}` as const
  const { amount, bookedOn, counterparty, label, reference, reversal } = line
  return (
    <div className="stack gap-1">
      <Heading className="title-block cluster gap-2">
        <span>
          {reversal ? (amount > 0 ? "Revenu" : "Repris") : amount > 0 ? "Reçu" : "Versé"}&nbsp;:{" "}
          {formatMoney(Math.abs(amount))}
        </span>
        <span className="small soft">le {dayMedium(bookedOn)}</span>
        {reversal && <Tag tone="late">Annulé par la banque</Tag>}
      </Heading>
      {counterparty && <p className="small font-strong wrap-anywhere">{counterparty}</p>}
      {label !== "" && <p className="small wrap-anywhere">{label}</p>}
      {reference && <p className="fine soft wrap-anywhere">Référence&nbsp;: {reference}</p>}
    </div>
  )
}

export function Settlement({ line: { id, settledAs } }: { line: BankLine }) {
  if (!settledAs) return null
  const { kind, recorded, paymentId, number, clientName } = settledAs
  return (
    <div className="stack gap-2">
      <p className="small">
        {kind === "refund" ? "Remboursement de la " : recorded ? "Paiement noté sur la " : "Virement déjà noté sur la "}
        <Link to={bookingPageHref(number)}>réservation n°&nbsp;{number}</Link>, {clientName}.
      </p>
      {kind === "payment" && paymentId !== null && !recorded && (
        <>
          <p className="fine soft">La reprendre laisse le paiement sur la réservation.</p>
          <LineForm intent="reprendre" line={id} extraFields={{ paiement: paymentId }}>
            Reprendre la ligne
          </LineForm>
        </>
      )}
      {kind === "payment" && paymentId !== null && recorded && (
        <details className="small">
          <summary>Reprendre la ligne</summary>
          <div className="stack gap-2">
            <p className="fine soft">Une contre-écriture du même montant retire le paiement.</p>
            <LineForm intent="reprendre" line={id} extraFields={{ paiement: paymentId }}>
              Retirer le paiement
            </LineForm>
          </div>
        </details>
      )}
    </div>
  )
}

/** A bank reversal with the line it probably reverses. */
export function Reversal({ line, proposals }: { line: BankLine; proposals: LineProposals }) {
  const isReturnedTransfer = line.amount > 0
  return (
    <div className="stack gap-2">
      <p className="small">
        {isReturnedTransfer
          ? "Un virement que vous aviez fait est revenu\u00a0: s’il était un remboursement, il reste à faire."
          : "La banque a repris un virement reçu\u00a0: s’il est noté sur une réservation, retirez-le, et le montant y redevient dû."}
      </p>
      {proposals.reversed.length > 0 && (
        <ul className="stack gap-3">
          {proposals.reversed.map((reversed) => (
            <li key={reversed.id} className="stack gap-2">
              <ReversedProposal line={line.id} reversed={reversed} />
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

function ReversedProposal({ line, reversed }: { line: string; reversed: ReversedLine }) {
  const { id, bookedOn, number, clientName, recorded, refundId } = reversed
  if (refundId !== null)
    return (
      <>
        <p className="small">
          Remboursement du {dayMedium(bookedOn)}, <Link to={bookingPageHref(number)}>réservation n°&nbsp;{number}</Link>
          , {clientName}.
        </p>
        <LineForm intent="revenu" line={line} extraFields={{ remboursement: refundId }}>
          C’est lui qui est revenu, n°&nbsp;{number}
        </LineForm>
      </>
    )
  return (
    <p className="small">
      {recorded ? (
        <Link to={href("/admin/finance/releves/ligne/:id", { id })}>
          La ligne du {dayMedium(bookedOn)}, à reprendre
        </Link>
      ) : (
        <Link to={bookingPageHref(number)}>Le virement du {dayMedium(bookedOn)}, à retirer sur sa réservation</Link>
      )}
      , n°&nbsp;{number}, {clientName}
    </p>
  )
}

/** Never matched automatically: a person decides. */
export function Proposals({ line, proposals }: { line: string; proposals: LineProposals }) {
  return (
    <ul className="stack gap-3">
      {proposals.reversedOn !== null && (
        <li className="small cluster gap-2">
          <Tag tone="late">Repris{"\u00a0"}?</Tag>
          <span>La banque a repris un virement de ce montant le {dayMedium(proposals.reversedOn)}.</span>
        </li>
      )}
      {proposals.payments.map((proposal) => (
        <li key={proposal.booking.id}>
          <PaymentProposal line={line} proposal={proposal} />
        </li>
      ))}
      {proposals.refunds.map(({ id, number, clientName, dueOn, named }) => (
        <li key={id} className="stack gap-2">
          <p className="small">
            Remboursement à faire sur la <Link to={bookingPageHref(number)}>réservation n°&nbsp;{number}</Link>,{" "}
            {clientName}, au plus tard le {dayMedium(dueOn)}.{" "}
            <span className="soft">
              {named ? "Le montant et la référence correspondent." : "Le montant correspond."}
            </span>
          </p>
          <LineForm intent="rembourse" line={line} extraFields={{ remboursement: id }}>
            C’est ce remboursement, n°&nbsp;{number}
          </LineForm>
        </li>
      ))}
    </ul>
  )
}

function PaymentProposal({ line, proposal }: { line: string; proposal: ProposedPayment }) {
  const { booking, reasons, recordedTransfer } = proposal
  const { id, number, clientName, productName, firstDay, left } = booking
  const canLink = recordedTransfer !== null && !recordedTransfer.settled
  const recordForm = (
    <LineForm intent="noter" line={line} extraFields={{ reservation: id }}>
      Noter ce paiement, n°&nbsp;{number}
    </LineForm>
  )
  return (
    <div className="stack gap-2">
      <p className="small wrap-anywhere">
        <Link to={bookingPageHref(number)}>Réservation n°&nbsp;{number}</Link>, {clientName}, {productName} le{" "}
        {dayMedium(firstDay)}. {left > 0 ? `Reste à payer\u00a0: ${formatMoney(left)}.` : "Plus rien à payer."}{" "}
        {reasons.length > 0 && <span className="soft">{reasonsText(reasons)}</span>}
      </p>
      {recordedTransfer && (
        <p className="small cluster gap-2">
          <Tag tone="pending">Déjà noté{"\u00a0"}?</Tag>
          <span>
            Un virement du même montant est noté au {dayMedium(recordedTransfer.receivedOn)}
            {recordedTransfer.settled ? ", relié à une autre ligne." : "."}
          </span>
        </p>
      )}
      <div className="cluster gap-2">
        {canLink && (
          <LineForm intent="relier" line={line} extraFields={{ paiement: recordedTransfer.id }}>
            C’est ce virement déjà noté
          </LineForm>
        )}
        {!recordedTransfer && recordForm}
      </div>
      {recordedTransfer && (
        <details className="small">
          <summary>C’est un autre virement</summary>
          <div className="stack gap-2">
            <p className="fine soft">La réservation aura alors deux virements de ce montant.</p>
            {recordForm}
          </div>
        </details>
      )}
    </div>
  )
}

/** "La référence et le montant correspondent." */
function reasonsText(reasons: readonly MatchReason[]): string {
  const [last = "", ...earlierLabels] = reasons.map((reason) => matchReasonLabels[reason]).toReversed()
  const text = earlierLabels.length > 0 ? `${earlierLabels.toReversed().join(", ")} et ${last}` : last
  return `${capitalize(text)} ${reasons.length > 1 ? "correspondent" : "correspond"}.`
}

type LineFormProps = {
  intent: "noter" | "relier" | "rembourse" | "ignorer" | "ignorer-emetteur" | "revenu" | "reprendre"
  line: string
  extraFields?: Readonly<Record<string, string>>
  variant?: ButtonLook["variant"]
  children: ReactNode
}

export function LineForm({ intent, line, extraFields = {}, variant = "secondary", children }: LineFormProps) {
  const busy = useSending({ intent, ligne: line, ...extraFields })
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="ligne" value={line} />
      {Object.entries(extraFields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <Button name="intent" value={intent} variant={variant} size="small" busy={busy}>
        {children}
      </Button>
    </Form>
  )
}
