import type { ComponentProps, ReactNode } from "react"
import { Link, href } from "react-router"
import Ban from "lucide-react/icons/ban"
import CircleAlert from "lucide-react/icons/circle-alert"
import Check from "lucide-react/icons/check"
import CheckCheck from "lucide-react/icons/check-check"
import Hourglass from "lucide-react/icons/hourglass"
import Quote from "lucide-react/icons/quote"
import Wrench from "lucide-react/icons/wrench"
import {
  type OccupiedRange,
  type TimelineBar,
  dayOfTime,
  placeOnTimeline,
  timeRangeLabel,
} from "../../../domain/calendar/unit-timeline.ts"
import { bookedDatesLabel } from "../../../domain/rental/rental-times.ts"
import type { Leg } from "../../../domain/booking/route.ts"
import { type Day, addDays } from "../../../domain/day.ts"
import { statusLabels } from "../../../domain/booking/status.ts"
import { quoteHref } from "../kit/quotes/quotes-url.ts"
import { classes } from "../../ui/classes.ts"
import { Icon } from "../../ui/icon.tsx"
import type { Drop } from "./use-bar-drag.ts"
import { placeClass } from "./place-class.ts"
import type { PickedBar } from "./url.ts"
import type { PlannedProduct, Timeline } from "./view.ts"

type LaneContext = {
  timeline: Timeline
  product: PlannedProduct
  barHref: (picked: PickedBar) => string
  gripProps: (bar: OccupiedRange) => Partial<ComponentProps<typeof Link>>
}

type PlanningRowProps = LaneContext & {
  name: ReactNode
  /** null for the rentals without a unit. */
  unit: number | null
  bars: readonly TimelineBar[]
  dropTarget: Drop | null
}

export function PlanningRow({ name, unit, bars, dropTarget, ...lane }: PlanningRowProps) {
  const { product } = lane
  const isDropTarget = unit !== null && dropTarget?.product === product.id && dropTarget.unit === unit
  return (
    <li
      {...(unit !== null && { "data-product": product.id, "data-unit": unit })}
      className={classes("timeline-row", unit === null && "timeline-homeless", isDropTarget && "timeline-over")}
    >
      <p className="timeline-unit">{name}</p>
      <div className="timeline-lane">
        {bars.map((bar) => (
          <Bar key={`${bar.kind} ${bar.start} ${"bookingId" in bar ? bar.bookingId : ""}`} bar={bar} {...lane} />
        ))}
      </div>
    </li>
  )
}

type BarProps = LaneContext & { bar: TimelineBar }

function Bar({ bar, ...lane }: BarProps) {
  const { timeline } = lane
  const place = placeOnTimeline(bar, timeline.from, timeline.days.length)
  if (!place) return null
  return (
    <>
      <div className={classes("timeline-at", placeClass(place.at))}>
        <BarContent
          bar={bar}
          {...lane}
          look={classes(
            "timeline-bar",
            placeClass(place.length),
            place.startsBefore && "timeline-starts-before",
            place.endsAfter && "timeline-ends-after",
          )}
        />
      </div>
      {bar.kind === "booking" && <Preparation bar={bar} timeline={timeline} />}
    </>
  )
}

/** Occupied before and after what is rented. */
function Preparation({ bar, timeline }: { bar: OccupiedRange; timeline: Timeline }) {
  const { start, end, rentedStart, rentedEnd } = bar
  const parts =
    rentedStart === null || rentedEnd === null
      ? [{ start, end }]
      : [
          { start, end: rentedStart },
          { start: rentedEnd, end },
        ]
  return parts.map((part) => {
    const place = placeOnTimeline(part, timeline.from, timeline.days.length)
    return (
      place && (
        <div key={part.start} aria-hidden="true" className={classes("timeline-at", placeClass(place.at))}>
          <span className={classes("timeline-preparation", placeClass(place.length))} />
        </div>
      )
    )
  })
}

function stopMark({ bookingId, rentedStart, rentedEnd }: OccupiedRange, stops: Timeline["stops"]) {
  if (rentedStart === null || rentedEnd === null) return null
  const isDone = (leg: Leg, day: Day) =>
    stops.some((stop) => stop.bookingId === bookingId && stop.leg === leg && stop.day === day && stop.done !== null)
  const lastDay = dayOfTime(rentedEnd)
  if (isDone("back", rentedEnd.endsWith("T00:00") ? addDays(lastDay, -1) : lastDay)) return "Repris"
  return isDone("out", dayOfTime(rentedStart)) ? "Chez le client" : null
}

function BarContent({ bar, timeline, product, barHref, gripProps, look }: BarProps & { look: string }) {
  const when = timeRangeLabel(bar)
  switch (bar.kind) {
    case "booking": {
      const booking = bar.bookingId && timeline.bookings.get(bar.bookingId)
      if (!booking) return null
      const isHomeless = bar.unit === null
      const state = isHomeless ? "À reloger" : statusLabels[booking.status]
      const isPrepared = bar.start !== bar.rentedStart || bar.end !== bar.rentedEnd
      const planned = booking.rentals ? `, ${bookedDatesLabel(booking)}` : ""
      const mark = isHomeless ? null : stopMark(bar, timeline.stops)
      const label = `${mark ?? state}, ${when}${isPrepared ? ", préparation comprise" : ""}${planned}`
      return (
        <Link
          {...(!isHomeless && gripProps(bar))}
          to={barHref({ booking: booking.id, product: product.id, unit: bar.unit, day: bar.firstDay })}
          aria-haspopup="dialog"
          className={classes(look, isHomeless ? "timeline-move" : `timeline-${booking.status}`)}
          title={`${booking.clientName}, ${label}`}
          preventScrollReset
        >
          <span className="timeline-text" aria-hidden="true">
            {isHomeless ? <Icon icon={CircleAlert} /> : booking.status === "pending" && <Icon icon={Hourglass} />}
            {mark && <Icon icon={mark === "Repris" ? CheckCheck : Check} />}
            <b>{booking.number}</b> {booking.clientName}
          </span>
          <span className="sr-only">{`${booking.number} ${booking.clientName}, ${label}`}</span>
        </Link>
      )
    }
    case "repair":
      return (
        <Link
          to={href("/admin/products/:id/exemplaires/:number", { id: product.id, number: String(bar.unit) })}
          className={classes(look, "timeline-repair")}
          title={`En réparation, ${when}`}
        >
          <span className="timeline-text" aria-hidden="true">
            <Icon icon={Wrench} />
            <b>Réparation</b>
          </span>
          <span className="sr-only">Réparation, {when}</span>
        </Link>
      )
    case "block":
      return <Taken look={classes(look, "timeline-block")} icon={Ban} words={bar.reason ?? "Bloqué"} when={when} />
    case "outside":
      return (
        <Taken
          look={classes(look, "timeline-outside")}
          words={`Pris ailleurs\u00a0: ${bar.calendarName ?? ""}`}
          when={when}
        />
      )
    case "hold":
      return <Taken look={classes(look, "timeline-hold")} words="Panier en cours" when={when} />
    case "quote":
      return (
        <Link
          to={quoteHref(bar.quoteNumber ?? "")}
          className={classes(look, "timeline-quote")}
          title={`Devis ${bar.quoteNumber}, ${when}`}
        >
          <span className="timeline-text" aria-hidden="true">
            <Icon icon={Quote} />
            <b>Devis</b> {bar.quoteNumber}
          </span>
          <span className="sr-only">{`Devis ${bar.quoteNumber}, ${when}`}</span>
        </Link>
      )
  }
}

type TakenProps = { look: string; icon?: ComponentProps<typeof Icon>["icon"]; words: string; when: string }

function Taken({ look, icon, words, when }: TakenProps) {
  return (
    <span className={look} title={`${words}, ${when}`}>
      <span className="timeline-text" aria-hidden="true">
        {icon && <Icon icon={icon} />}
        {words}
      </span>
      <span className="sr-only">{`${words}, ${when}`}</span>
    </span>
  )
}
