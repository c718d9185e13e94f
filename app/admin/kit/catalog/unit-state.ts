import { dayMedium, dayShort } from "../../../../domain/day-labels.ts"
import type { Day } from "../../../../domain/day.ts"
import type { ProfileId } from "../../../../domain/id.ts"
import type { TagTone } from "../../../ui/tag.tsx"

type RepairView = { id: number; firstDay: Day; lastDay: Day }

export type UnitState = { tone: TagTone; label: string }

type ServiceView = { retiredOn: Day | null; repairs: readonly RepairView[]; personId: ProfileId | null }

/** `repairs` are those that have not ended, the earliest first; a person's are days off. */
export function unitState({ retiredOn, repairs, personId }: ServiceView, today: Day): UnitState {
  if (retiredOn !== null) return { tone: "neutral", label: `Retiré depuis le ${dayNear(today, retiredOn)}` }
  const [next] = repairs
  if (!next) return { tone: "ok", label: "En service" }
  const planned = personId ? "Congé" : "Réparation"
  return next.firstDay <= today
    ? { tone: "pending", label: `${repairLabel(personId)} jusqu’au ${dayNear(today, next.lastDay)}` }
    : { tone: "pending", label: `${planned} ${daysNear(next, today)}` }
}

export function repairLabel(personId: ProfileId | null): string {
  return personId ? "En congé" : "En réparation"
}

/** "du 11 juin au 15 juin", "le 11 juin" */
export function daysNear({ firstDay, lastDay }: Pick<RepairView, "firstDay" | "lastDay">, today: Day): string {
  return firstDay === lastDay
    ? `le ${dayNear(today, firstDay)}`
    : `du ${dayNear(today, firstDay)} au ${dayNear(today, lastDay)}`
}

/** With the year where it is another one. */
function dayNear(today: Day, day: Day): string {
  return day.slice(0, 4) === today.slice(0, 4) ? dayShort(day) : dayMedium(day)
}
