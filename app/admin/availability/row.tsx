import type { ComponentProps } from "react"
import { Link } from "react-router"
import type { Stretch, UnitRow } from "../../../domain/calendar/unit-row.ts"
import { daysOfStretch } from "../../../domain/calendar/unit-row.ts"
import { statusLabels } from "../../../domain/booking/status.ts"
import { dayLong, daysLong } from "../../../domain/day-labels.ts"
import { type Day, weekday } from "../../../domain/day.ts"
import { classes } from "../../ui/classes.ts"
import type { PickedBar } from "./url.ts"
import type { PlannedProduct, Timeline } from "./view.ts"
import type { Drop } from "./use-bar-drag.ts"

type PlanningRowProps = {
  row: UnitRow
  product: PlannedProduct
  bookings: Timeline["bookings"]
  today: Day
  over: Drop | null
  hrefOf: (picked: PickedBar) => string
  gripOf: (picked: PickedBar, length: number) => Partial<ComponentProps<typeof Link>>
}

/** One unit and its days. */
export function PlanningRow({
  row: { unit, stretches },
  product,
  bookings,
  today,
  over,
  hrefOf,
  gripOf,
}: PlanningRowProps) {
  const isOver = over?.product === product.id && over.unit === unit
  return (
    <tr data-product={product.id} data-unit={unit} className={classes(isOver && "planning-over")}>
      <th scope="row" className="planning-unit">
        <span className="planning-unit-long">Exemplaire {unit}</span>
        <span className="planning-unit-short" aria-hidden="true">
          n°&nbsp;{unit}
        </span>
        {unit > product.units && <small>hors stock</small>}
      </th>
      {stretches.map((stretch, index) => (
        <td
          key={stretch.from}
          colSpan={stretch.length}
          data-from={stretch.from}
          data-length={stretch.length}
          className={classes(
            `planning-${stretch.kind}`,
            stretch.kind === "free" && weekday(stretch.from) > 5 && "planning-weekend",
            stretch.length === 1 && stretch.from === today && "planning-today",
            isOver && over.day === stretch.from && "planning-target",
          )}
        >
          <Face {...{ stretch, unit, bookings, hrefOf, gripOf }} roomAfter={freeAfter(stretches, index)} />
        </td>
      ))}
    </tr>
  )
}

/** How many days are free right after, up to four: the name of a short bar is written there. */
function freeAfter(stretches: readonly Stretch[], index: number): number {
  const after = stretches.slice(index + 1, index + 5)
  const taken = after.findIndex(({ kind }) => kind !== "free")
  return taken === -1 ? after.length : taken
}

const initials = (name: string) =>
  name
    .split(/[\s-]+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")

type FaceProps = Pick<PlanningRowProps, "bookings" | "hrefOf" | "gripOf"> & {
  stretch: Stretch
  unit: number
  roomAfter: number
}

function Face({ stretch, unit, bookings, hrefOf, gripOf, roomAfter }: FaceProps) {
  const when = daysLong(daysOfStretch(stretch))
  switch (stretch.kind) {
    case "free":
      return <span className="sr-only">{dayLong(stretch.from)}, libre</span>
    case "hold":
      return <span className="sr-only">{when}, panier en cours</span>
    case "block": {
      const words = stretch.reason ?? "Bloqué"
      return (
        <span className="planning-text" title={words}>
          {words}
          <span className="sr-only">
            {stretch.reason ? ", bloqué" : ""}, {when}
          </span>
        </span>
      )
    }
    case "outside": {
      const label = `Pris ailleurs\u00a0: ${stretch.elsewhere}`
      return (
        <span className="planning-text" title={label}>
          {label}
          <span className="sr-only">, {when}</span>
        </span>
      )
    }
    case "preparation":
      return (
        <span className="sr-only">
          {when}, préparation pour {bookings.get(stretch.bookingId)?.clientName}
        </span>
      )
    case "booking": {
      const booking = bookings.get(stretch.bookingId)
      if (!booking) return null
      const picked = { booking: booking.id, unit, day: stretch.from }
      const status = statusLabels[booking.status].toLowerCase()
      const beside = stretch.length <= 2 && roomAfter >= 2
      return (
        <Link
          {...gripOf(picked, stretch.length)}
          to={hrefOf(picked)}
          aria-haspopup="dialog"
          className={`planning-bar planning-${booking.status}`}
          title={`${booking.clientName}, ${status}, ${when}`}
          preventScrollReset
        >
          <span
            aria-hidden="true"
            className={classes("planning-text", beside && `planning-beside planning-beside-${roomAfter}`)}
          >
            {stretch.length > 1 || beside ? booking.clientName : initials(booking.clientName)}
          </span>
          <span className="sr-only">{`${booking.clientName}, réservation ${status}, ${when}, exemplaire ${unit}`}</span>
        </Link>
      )
    }
  }
}
