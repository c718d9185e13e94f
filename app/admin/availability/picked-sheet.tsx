import { Form, Link } from "react-router"
import { daysLong } from "../../../domain/day-labels.ts"
import { rentalDays } from "../../../domain/rental/rental.ts"
import { bookedDatesLabel } from "../../../domain/rental/rental-times.ts"
import { Button } from "../../ui/button.tsx"
import { ButtonLink } from "../../ui/button-link.tsx"
import { RadioCards } from "../../ui/radio-cards.tsx"
import { StatusTag } from "../kit/booking/tags.tsx"
import { bookingsHref, readBookingsUrl } from "../kit/booking/bookings-url.ts"
import { fieldState } from "../kit/booking/field-state.ts"
import type { Refusal } from "../../http/refusal.ts"
import { Sheet } from "../kit/sheet.tsx"
import { useSending } from "../kit/use-sending.ts"
import { type PlanningUrl, sheetsClosed, datesHref, planningHref } from "./url.ts"
import type { PickedView } from "./view.ts"

type PickedSheetProps = { picked: PickedView | "gone"; url: PlanningUrl; refusal: Refusal | null }

/** Offers everything that dragging does, without a mouse. */
export function PickedSheet({ picked, url, refusal }: PickedSheetProps) {
  const back = planningHref(url, sheetsClosed)
  if (picked === "gone") {
    return (
      <Sheet title="Cette réservation n’est plus ici" shape="card" closeHref={back}>
        <p className="soft">Elle a été déplacée, refusée ou annulée entre-temps.</p>
      </Sheet>
    )
  }
  const { booking, productId, unit, days, others, swaps } = picked
  const open = bookingsHref(readBookingsUrl(new URLSearchParams()), { booking: booking.id })
  return (
    <Sheet title={`${booking.clientName}, n°\u00a0${booking.number}`} closeHref={back}>
      <div className="stack">
        <p>
          <strong>{booking.productName}</strong>
          {unit === null ? ", à reloger" : `, exemplaire\u00a0${unit}`}
          <br />
          {booking.rentals ? bookedDatesLabel(booking) : daysLong(days)}
        </p>
        <p>
          <StatusTag status={booking.status} />
        </p>
        <Move {...{ booking, productId, unit, days, others, swaps, refusal }} />
        <div className="dialog-foot">
          <Link to={open}>Ouvrir la réservation</Link>
          <ButtonLink to={datesHref(booking.id, rentalDays(booking))} variant="secondary" size="small">
            Changer les dates
          </ButtonLink>
        </div>
      </div>
    </Sheet>
  )
}

type MoveFormProps = Omit<PickedView, "booking"> & { booking: PickedView["booking"]; refusal: Refusal | null }

function Move(props: MoveFormProps) {
  const { unit, others, swaps } = props
  if (others.length === 0)
    return (
      <p className="small soft">
        {unit === null
          ? "Ce produit n’a aucun exemplaire."
          : "Ce produit n’a qu’un exemplaire\u00a0: la réservation ne peut que changer de dates."}
      </p>
    )
  if (others.some(({ occupants }) => occupants.length === 0)) return <MoveForm {...props} />
  if (swaps.some(({ others: partners }) => partners !== null)) return <SwapForm {...props} />
  return (
    <div className="small soft">
      <p>
        {unit === null
          ? "Aucun exemplaire n’est libre ces jours-là. Le premier qui se libère lui revient."
          : "Aucun autre exemplaire n’est libre ces jours-là."}
      </p>
      <ul>
        {others.map(({ unit, occupants }) => (
          <li key={unit}>
            Exemplaire {unit}&nbsp;: pris par {occupants.join(", ")}
          </li>
        ))}
      </ul>
    </div>
  )
}

function MoveForm({ booking, productId, unit, days, others, refusal }: MoveFormProps) {
  const sending = useSending({ intent: "deplacer", reservation: booking.id })
  const { error } = fieldState(refusal, "deplacer", "vers")
  const isHomeless = unit === null
  return (
    <Form method="post" className="stack" preventScrollReset>
      <input type="hidden" name="reservation" value={booking.id} />
      <input type="hidden" name="produit" value={productId} />
      {!isHomeless && <input type="hidden" name="de" value={unit} />}
      {days.map((day) => (
        <input key={day} type="hidden" name="jours" value={day} />
      ))}
      <RadioCards
        name="vers"
        legend={isHomeless ? "Reloger sur un exemplaire" : "Déplacer sur un autre exemplaire"}
        error={error}
        options={others.map(({ unit: other, occupants }) => ({
          value: String(other),
          label: `Exemplaire ${other}`,
          text: occupants.length === 0 ? "libre ces jours-là" : `pris par ${occupants.join(", ")}`,
          disabled: occupants.length > 0,
        }))}
      />
      <div>
        <Button name="intent" value="deplacer" size="small" busy={sending}>
          {isHomeless ? "Reloger" : "Déplacer"}
        </Button>
      </div>
    </Form>
  )
}

function SwapForm({ booking, productId, unit, others, swaps, refusal }: MoveFormProps) {
  const sending = useSending({ intent: "echanger", reservation: booking.id })
  const { error } = fieldState(refusal, "echanger", "vers")
  const possible = swaps.filter(({ others: partners }) => partners !== null)
  return (
    <Form method="post" className="stack" preventScrollReset>
      <input type="hidden" name="reservation" value={booking.id} />
      <input type="hidden" name="produit" value={productId} />
      <input type="hidden" name="de" value={unit ?? ""} />
      {possible.flatMap(({ unit: other, others: partners }) =>
        (partners ?? []).map(({ id }) => (
          <input key={`${other} ${id}`} type="hidden" name="avec" value={`${other}:${id}`} />
        )),
      )}
      <p className="small soft">Aucun autre exemplaire n’est libre ces jours-là&nbsp;: échangez.</p>
      <RadioCards
        name="vers"
        legend="Échanger avec un autre exemplaire"
        error={error}
        {...(possible.length === 1 && { defaultValue: String(possible[0]?.unit) })}
        options={swaps.map(({ unit: other, others: partners }) => ({
          value: String(other),
          label: `Exemplaire ${other}`,
          text: partners
            ? `contre ${partners.map(({ number, clientName }) => `${clientName} (n°\u00a0${number})`).join(", ")}`
            : `pris par ${others.find((each) => each.unit === other)?.occupants.join(", ") ?? ""}, sans échange possible`,
          disabled: partners === null,
        }))}
      />
      <div>
        <Button name="intent" value="echanger" size="small" busy={sending}>
          Échanger
        </Button>
      </div>
    </Form>
  )
}
