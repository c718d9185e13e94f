import { Link } from "react-router"
import Camera from "lucide-react/icons/camera"
import PackageCheck from "lucide-react/icons/package-check"
import Truck from "lucide-react/icons/truck"
import Undo from "lucide-react/icons/undo-2"
import { dayWithWeekday } from "../../../domain/day-labels.ts"
import { Tag } from "../../ui/tag.tsx"
import { Icon, type LucideIcon } from "../../ui/icon.tsx"
import { AddressLink } from "../kit/address-link.tsx"
import type { Excerpt, TodayView, WeekDay } from "./view.ts"
import { bookingHref } from "./url.ts"
import { daySheetHref } from "../kit/booking/bookings-url.ts"
import { capitalize } from "../../../isomorphic/text/capitalize.ts"

type Move = "departures" | "returns" | "preparing"

const moveLabel: Record<Move, { icon: LucideIcon; one: string; many: string }> = {
  departures: { icon: Truck, one: "départ", many: "départs" },
  returns: { icon: Undo, one: "retour", many: "retours" },
  preparing: { icon: PackageCheck, one: "préparation", many: "préparations" },
}
const moveOrder: readonly Move[] = ["departures", "returns", "preparing"]

export function WeekStrip({ week, moves, today }: Pick<TodayView, "week" | "moves" | "today">) {
  const isQuiet = week.every(({ departures, returns, out, preparing }) => departures + returns + preparing + out === 0)
  return (
    <section className="panel stack" aria-labelledby="semaine">
      <div className="cluster between">
        <h2 className="title-block" id="semaine">
          Départs et retours
        </h2>
        <Link to={daySheetHref(today)} className="small">
          Feuille du jour à imprimer
        </Link>
      </div>
      <TodayMoves moves={moves} today={today} />
      <h3 className="small font-strong">Aujourd’hui et les sept jours suivants</h3>
      {isQuiet && <p className="small soft">Rien de prévu.</p>}
      <ul className="week">
        {week.map((day) => (
          <li key={day.day} className={day.day === today ? "week-today" : undefined}>
            <Link to={daySheetHref(day.day)} className="week-day">
              <span>
                {day.day === today ? "Aujourd’hui" : dayWithWeekday(day.day)}
                <span className="sr-only">, feuille à imprimer</span>
              </span>
            </Link>
            <Counts day={day} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function TodayMoves({ moves, today }: Pick<TodayView, "moves" | "today">) {
  if (moveOrder.every((move) => moves[move].count === 0))
    return <p className="small soft">Rien ne part et rien ne revient aujourd’hui.</p>
  return (
    <ul>
      {moveOrder.flatMap((move) => [
        ...moves[move].items.map(({ id, clientName, productName, place, address, isDone, marked }) => (
          <li className="flex gap-2 py-1" key={`${move}/${id}`}>
            <Icon icon={moveLabel[move].icon} size="small" />
            <span className="small min-w-0">
              <strong>{capitalize(moveLabel[move].one)}</strong>, {productName},{" "}
              <Link to={bookingHref(id)}>{clientName}</Link>,{" "}
              {address === null ? place : <AddressLink address={address}>{place}</AddressLink>}
              {marked && (
                <>
                  {" "}
                  <Tag tone={isDone ? "ok" : "busy"}>{marked}</Tag>
                </>
              )}
            </span>
          </li>
        )),
        moves[move].count > moves[move].items.length && (
          <li className="py-1 pl-7" key={move}>
            <Link to={daySheetHref(today)} className="small">
              {restLabel(moveLabel[move], moves[move])}
            </Link>
          </li>
        ),
      ])}
    </ul>
  )
}

function restLabel({ one, many }: { one: string; many: string }, { items, count }: Excerpt<unknown>): string {
  const rest = count - items.length
  return rest > 1
    ? `Et ${rest.toLocaleString("fr-FR")} autres ${many}`
    : `Et un${one.endsWith("on") ? "e" : ""} autre ${one}`
}

function Counts({ day }: { day: WeekDay }) {
  const counts = moveOrder.map((move) => ({ ...moveLabel[move], count: day[move] }))
  const rented = { icon: Camera, one: "en location", many: "en location", count: day.out }
  const visibleCounts = [...counts, rented].filter(({ count }) => count > 0)
  if (visibleCounts.length === 0) return <span className="soft">Rien de prévu</span>
  return visibleCounts.map(({ icon, one, many, count }) => (
    <span className="week-count" key={many}>
      <Icon icon={icon} size="small" />
      {count} {count > 1 ? many : one}
    </span>
  ))
}
