import type { ComponentProps } from "react"
import { Link } from "react-router"
import type { DayRange, UnitRow } from "../../../domain/calendar/unit-row.ts"
import { daysInRange } from "../../../domain/calendar/unit-row.ts"
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
  dropTarget: Drop | null
  barHref: (picked: PickedBar) => string
  gripProps: (picked: PickedBar, length: number) => Partial<ComponentProps<typeof Link>>
}

export function PlanningRow({
  row: { unit, inService, ranges: stretches },
  product,
  bookings,
  today,
  dropTarget,
  barHref,
  gripProps,
}: PlanningRowProps) {
  const isDropTarget = dropTarget?.product === product.id && dropTarget.unit === unit
  return (
    <tr data-product={product.id} data-unit={unit} className={classes(isDropTarget && "planning-over")}>
      <th scope="row" className="planning-unit">
        <span className="planning-unit-long">Exemplaire {unit}</span>
        <span className="planning-unit-short" aria-hidden="true">
          n°&nbsp;{unit}
        </span>
        {!inService && <small>hors stock</small>}
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
            isDropTarget && dropTarget.day === stretch.from && "planning-target",
          )}
        >
          <CellContent
            {...{ stretch, unit, bookings, barHref, gripProps }}
            freeDaysAfter={countFreeDaysAfter(stretches, index)}
          />
        </td>
      ))}
    </tr>
  )
}

/** Up to four: the name on a short bar overflows into the free days after it. */
function countFreeDaysAfter(stretches: readonly DayRange[], index: number): number {
  const nextStretches = stretches.slice(index + 1, index + 5)
  const occupiedIndex = nextStretches.findIndex(({ kind }) => kind !== "free")
  return occupiedIndex === -1 ? nextStretches.length : occupiedIndex
}

const initials = (name: string) =>
  name
    .split(/[\s-]+/)
    .map((word) => word.charAt(0))
    .slice(0, 2)
    .join("")

type CellContentProps = Pick<PlanningRowProps, "bookings" | "barHref" | "gripProps"> & {
  stretch: DayRange
  unit: number
  freeDaysAfter: number
}

function CellContent({ stretch, unit, bookings, barHref, gripProps, freeDaysAfter }: CellContentProps) {
  const when = daysLong(daysInRange(stretch))
  switch (stretch.kind) {
    case "free":
      return <span className="sr-only">{dayLong(stretch.from)}, libre</span>
    case "hold":
      return <span className="sr-only">{when}, panier en cours</span>
    case "repair":
      return (
        <span className="planning-text" title="En réparation">
          En réparation<span className="sr-only">, {when}</span>
        </span>
      )
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
      const label = `Pris ailleurs\u00a0: ${stretch.calendarName}`
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
      const overflows = stretch.length <= 2 && freeDaysAfter >= 2
      return (
        <Link
          {...gripProps(picked, stretch.length)}
          to={barHref(picked)}
          aria-haspopup="dialog"
          className={`planning-bar planning-${booking.status}`}
          title={`${booking.clientName}, ${status}, ${when}`}
          preventScrollReset
        >
          <span
            aria-hidden="true"
            className={classes("planning-text", overflows && `planning-beside planning-beside-${freeDaysAfter}`)}
          >
            {stretch.length > 1 || overflows ? booking.clientName : initials(booking.clientName)}
          </span>
          <span className="sr-only">{`${booking.clientName}, réservation ${status}, ${when}, exemplaire ${unit}`}</span>
        </Link>
      )
    }
  }
}
