import { Form, useNavigation } from "react-router"
import { instantLong } from "../../../../domain/day-labels.ts"
import { formatMoney } from "../../../../domain/money.ts"
import { Button } from "../../../ui/button.tsx"
import { Notice } from "../../../ui/notice.tsx"
import { useTotalLabel } from "../../../kit/vat-mode.ts"
import { rentalLabel } from "../../../../domain/rental/rental.ts"
import type { BookingView } from "./view.ts"

export function Change({ change }: { change: NonNullable<BookingView["change"]> }) {
  return (
    <section className="panel stack" aria-labelledby="change-title">
      <h2 className="title-card" id="change-title">
        Ce que la modification change
      </h2>
      <ChangeText lines={change.lines} totalBefore={change.totalBefore} total={change.total} />
    </section>
  )
}

export function ChangeText({ lines, totalBefore, total }: NonNullable<BookingView["change"]>) {
  const totalLabel = useTotalLabel()
  const rows = [
    ...lines,
    ...(total === totalBefore
      ? []
      : [{ label: totalLabel, before: formatMoney(totalBefore), after: formatMoney(total) }]),
  ]
  return (
    <dl className="recap-plain">
      {rows.map(({ label, before, after }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            <s>
              <span className="sr-only">Avant&nbsp;: </span>
              {before}
            </s>
            <br />
            <b>
              <span className="sr-only">Après&nbsp;: </span>
              {after}
            </b>
          </dd>
        </div>
      ))}
    </dl>
  )
}

export function DateChange({ view: { dateRequest, dateAnswer, acts, ownerName } }: { view: BookingView }) {
  const busy = useNavigation().formMethod === "POST"
  if (dateRequest)
    return (
      <section className="panel stack" aria-labelledby="dates-title">
        <h2 className="title-card" id="dates-title">
          {ownerName === null ? "Vous avez demandé d’autres dates" : "D’autres dates sont demandées"}
        </h2>
        <p>
          {dateRequest.productName && <>{dateRequest.productName}&nbsp;: </>}
          {rentalLabel(dateRequest.when)}
          <span className="small soft">, demandé le {instantLong(dateRequest.requestedAt)}</span>
        </p>
        {dateRequest.note && <p className="whitespace-pre-line">«&nbsp;{dateRequest.note}&nbsp;»</p>}
        <p className="small soft">
          En attendant, votre réservation ne change pas. Les nouvelles dates ne sont pas gardées.
        </p>
        {acts.canWithdrawDateRequest && (
          <Form method="post">
            <Button
              variant="secondary"
              size="small"
              name="intent"
              value="garder-les-dates"
              busy={busy}
              busyText="Envoi…"
            >
              Retirer ma demande
            </Button>
          </Form>
        )}
      </section>
    )
  if (!dateAnswer) return null
  return (
    <Notice
      tone={dateAnswer.accepted ? "success" : "warning"}
      title={dateAnswer.accepted ? "Vos nouvelles dates sont acceptées" : "Vos dates n’ont pas pu changer"}
    >
      <p>
        {rentalLabel(dateAnswer.when)}
        {dateAnswer.answer && <>. {dateAnswer.answer}</>}
      </p>
    </Notice>
  )
}
