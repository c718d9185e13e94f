import { href } from "react-router"
import type { Day } from "../../../../domain/day.ts"

/** The planning on the rental's first day, with the choice of a unit open. */
export function rehouseHref({ id, firstDay }: { id: string; firstDay: Day }): string {
  const query = new URLSearchParams({ debut: firstDay, deplacer: id, exemplaire: "aucun", jour: firstDay })
  return `${href("/admin/availability")}?${query}`
}
