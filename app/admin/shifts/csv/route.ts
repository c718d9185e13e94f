import { hoursOfShift, shiftLabels } from "../../../../domain/booking/shift.ts"
import { timeInParis } from "../../../../domain/clock.ts"
import { addMonths, dayInParis, startOfDayInParis } from "../../../../domain/day.ts"
import { csvDay, toCsv } from "../../../../isomorphic/csv.ts"
import { listShifts } from "../../../../server/booking-record/shifts.ts"
import { loadScreen } from "../../../http/load.server.ts"
import { requireStaff } from "../../../http/visitor.server.ts"
import { requestedMonth, shownPerson } from "../load.server.ts"
import type { Route } from "./+types/route"

/** The hours of a month; what they cost is not for crew. */
export async function loader({ url, context }: Route.LoaderArgs) {
  const visitor = requireStaff(context)
  const month = requestedMonth(url.searchParams, dayInParis(new Date()))
  const from = startOfDayInParis(`${month}-01`)
  const until = startOfDayInParis(`${addMonths(month, 1)}-01`)
  const shifts = await loadScreen("Error loading the shifts", () =>
    listShifts({ from, until, person: shownPerson(visitor, url.searchParams.get("personne")) }),
  )
  const seesCosts = visitor.role !== "crew"
  const csv = toCsv(
    ["Jour", "Personne", "Mission", "De", "À", "Heures", "Réservation", "Réponse", ...(seesCosts ? ["Coût (€)"] : [])],
    shifts
      .filter(({ answer, startsAt }) => answer !== "declined" && startsAt >= from)
      .map((shift) => {
        const { startsAt, endsAt, personName, kind, number, answer, hourlyCost } = shift
        const hours = hoursOfShift(shift)
        return [
          csvDay(dayInParis(startsAt)),
          personName,
          shiftLabels[kind],
          timeInParis(startsAt),
          timeInParis(endsAt),
          hours,
          number,
          answer === "accepted" ? "acceptée" : "à accepter",
          ...(seesCosts ? [hourlyCost === null ? "" : { cents: Math.round(hourlyCost * hours) }] : []),
        ]
      }),
  )
  return new Response(csv, {
    headers: {
      "Content-Type": "text/csv; charset=utf-8",
      "Content-Disposition": `attachment; filename="missions-${month}.csv"`,
      "Cache-Control": "no-store",
    },
  })
}
