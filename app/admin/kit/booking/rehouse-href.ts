import { href } from "react-router"
import type { Day } from "../../../../domain/day.ts"

type Homeless = { id: string; productId: string; firstDay: Day }

/** The planning on the rental's first day, with the choice of a unit open. */
export function rehouseHref({ id, productId, firstDay }: Homeless): string {
  const query = new URLSearchParams({
    debut: firstDay,
    deplacer: id,
    sur: productId,
    exemplaire: "aucun",
    jour: firstDay,
  })
  return `${href("/admin/availability")}?${query}`
}
