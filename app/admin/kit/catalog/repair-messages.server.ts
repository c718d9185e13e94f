import { daysLong } from "../../../../domain/day-labels.ts"
import { eachDay } from "../../../../domain/day.ts"
import type { PlannedRepair, RepairDays, RepairProblem } from "../../../../server/bookings/repair-unit.ts"
import { occupantsLabel } from "../booking/occupant-labels.server.ts"
import type { Flash } from "../flash.ts"
import { vacatedText } from "./vacated-labels.ts"

export function repairMessage({ firstDay, lastDay, vacated }: PlannedRepair, requested: RepairDays): Flash {
  const begins = firstDay > requested.firstDay ? "Elle commence à la fin de la location en cours\u00a0: " : ""
  const text = `${begins}${daysLong(eachDay(firstDay, lastDay))}. ${vacatedText(vacated)}`.trim()
  return { kind: "success", title: "Réparation notée", text: text.charAt(0).toUpperCase() + text.slice(1) }
}

export function repairProblemText(problem: Exclude<RepairProblem, { kind: "needs-consent" }>): string {
  switch (problem.kind) {
    case "gone":
      return "Cet exemplaire n’existe plus."
    case "retired":
      return "Cet exemplaire est retiré. Remettez-le d’abord en service."
    case "unit-taken":
      return occupantsLabel(problem) ?? "Quelqu’un l’a pris au même moment. Réessayez."
  }
}
