import ChevronLeft from "lucide-react/icons/chevron-left"
import ChevronRight from "lucide-react/icons/chevron-right"
import type { CalendarCell, DayState, IsoDay } from "../ui/calendar-day.ts"
import { CalendarGrid } from "../ui/calendar-grid.tsx"
import { CalendarLegend } from "../ui/calendar-legend.tsx"
import { IconLink } from "../ui/icon-link.tsx"
import { Element } from "./element.tsx"

const words: Readonly<Record<DayState, string>> = {
  free: "libre",
  part: "en partie",
  within: "compris",
  chosen: "choisi",
  taken: "pris",
  closed: "fermé",
  past: "passé",
  available: "libre",
  pending: "en attente",
  confirmed: "confirmé",
  blocked: "bloqué",
  cancelled: "annulé",
  selected: "choisi",
}
const shortWords: Partial<Record<DayState, string>> = {
  part: "½",
  within: "incl.",
  pending: "att.",
  confirmed: "conf.",
  blocked: "bloq.",
}
const states = Object.keys(words) as DayState[]

const weeks = Array.from({ length: 6 }, (_, week) => Array.from({ length: 7 }, (_, day) => buildCell(week * 7 + day)))

function buildCell(index: number): CalendarCell {
  const date = new Date(Date.UTC(2027, 4, 31 + index))
  const day = date.getUTCDate()
  const state = states[index % states.length] ?? "free"
  const month = date.getUTCMonth() === 5 ? "juin" : "du mois voisin"
  return {
    day,
    iso: date.toISOString().slice(0, 10) as IsoDay,
    outside: date.getUTCMonth() !== 5,
    today: day === 3,
    state,
    word: words[state],
    ...(shortWords[state] && { shortWord: shortWords[state] }),
    label: `${day} ${words[state]}, ${day} ${month} 2027`,
  }
}

export function CalendarElements() {
  return (
    <Element files="calendar-grid calendar-legend month-sheet">
      {(["choose", "act"] as const).map((variant) => (
        <CalendarGrid
          key={variant}
          title={variant === "choose" ? "Juin 2027, à cocher" : "Juin 2027, à presser"}
          headingLevel={3}
          weeks={weeks}
          variant={variant}
          name={`days-${variant}`}
          previous={<IconLink icon={ChevronLeft} label={`Mois précédent (${variant})`} to="?" />}
          next={<IconLink icon={ChevronRight} label={`Mois suivant (${variant})`} to="?" />}
          chosenWord={variant === "choose" ? "choisi" : undefined}
          onPress={() => undefined}
        />
      ))}
      <CalendarLegend items={states.map((state) => ({ state, label: words[state] }))} />
    </Element>
  )
}
