import { Form, Link } from "react-router"
import { daysLong } from "../../../domain/day-labels.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { StatusTag } from "../kit/booking/tags.tsx"
import { bookingsHref, readBookingsUrl } from "../kit/booking/bookings-url.ts"
import { typed } from "../kit/booking/refusal.ts"
import type { Refusal } from "../../http/refusal.ts"
import { Sheet } from "../kit/sheet.tsx"
import { useSending } from "../kit/use-sending.ts"
import { undoHint } from "../kit/way-back.ts"
import { type PlanningUrl, closed, datesHref, planningHref } from "./url.ts"
import type { PickedView } from "./view.ts"
import { FormDraft } from "../../kit/drafts/form-draft.tsx"

type PickedSheetProps = { picked: PickedView | "gone"; url: PlanningUrl; refusal: Refusal | null }

/** A bar that was pressed: what it is, and where it can go. All that dragging does, without a mouse. */
export function PickedSheet({ picked, url, refusal }: PickedSheetProps) {
  const back = planningHref(url, closed)
  if (picked === "gone") {
    return (
      <Sheet title="Cette réservation n’est plus ici" shape="card" closeHref={back}>
        <p className="soft">
          Elle a été déplacée, refusée ou annulée entre-temps. Le planning montre où elle est maintenant.
        </p>
      </Sheet>
    )
  }
  const { booking, unit, days, others } = picked
  const open = bookingsHref(readBookingsUrl(new URLSearchParams()), { booking: booking.id })
  return (
    <Sheet title={`${booking.clientName}, n°\u00a0${booking.number}`} closeHref={back}>
      <div className="stack">
        <p>
          <strong>{booking.productName}</strong>, exemplaire {unit}
          <br />
          {daysLong(days)}
        </p>
        <p>
          <StatusTag status={booking.status} />
        </p>
        <Move {...{ booking, unit, days, others, refusal }} />
        <div className="dialog-foot">
          <Link to={open}>Ouvrir la réservation</Link>
          <ButtonLink to={datesHref(booking.id, booking.dates)} variant="secondary" size="small">
            Changer les dates
          </ButtonLink>
        </div>
      </div>
    </Sheet>
  )
}

type MoveFormProps = Omit<PickedView, "booking"> & { booking: PickedView["booking"]; refusal: Refusal | null }

/** The other units, when there is one to choose; else why there is not. */
function Move(props: MoveFormProps) {
  const { others } = props
  if (others.length === 0)
    return (
      <p className="small soft">Ce produit n’a qu’un exemplaire&nbsp;: la réservation ne peut que changer de dates.</p>
    )
  if (others.some(({ by }) => by.length === 0)) return <MoveForm {...props} />
  return (
    <div className="small soft">
      <p>Aucun autre exemplaire n’est libre ces jours-là.</p>
      <ul>
        {others.map(({ unit, by }) => (
          <li key={unit}>
            Exemplaire {unit}&nbsp;: pris par {by.join(", ")}
          </li>
        ))}
      </ul>
    </div>
  )
}

function MoveForm({ booking, unit, days, others, refusal }: MoveFormProps) {
  const sending = useSending({ intent: "deplacer", reservation: booking.id })
  const { error } = typed(refusal, "deplacer", "vers")
  return (
    <Form method="post" className="stack" preventScrollReset>
      <FormDraft name={`booking-unit:${booking.id}`}>
        <input type="hidden" name="reservation" value={booking.id} />
        <input type="hidden" name="de" value={unit} />
        {days.map((day) => (
          <input key={day} type="hidden" name="jours" value={day} />
        ))}
        <RadioCards
          name="vers"
          legend="Déplacer sur un autre exemplaire"
          error={error}
          options={others.map(({ unit: other, by }) => ({
            value: String(other),
            label: `Exemplaire ${other}`,
            text: by.length === 0 ? "libre ces jours-là" : `pris par ${by.join(", ")}`,
            disabled: by.length > 0,
          }))}
        />
        <p className="small soft">{undoHint("booking.unit-moved")}</p>
        <div>
          <Button name="intent" value="deplacer" size="small" busy={sending}>
            Déplacer
          </Button>
        </div>
      </FormDraft>
    </Form>
  )
}
