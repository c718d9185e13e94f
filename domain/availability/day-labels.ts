import type { CustomerDay } from "./calendar.ts"

/** What a customer reads on a day: libre, pris, fermé, or why it is out of reach. */
export const customerDayLabel: Record<CustomerDay, string> = {
  free: "libre",
  taken: "pris",
  closed: "fermé",
  past: "passé",
  "too-soon": "trop tôt",
  "too-far": "plus tard",
}

/** How such a day looks: those out of reach look alike. */
export function customerDayLook(state: CustomerDay): "free" | "taken" | "closed" | "past" {
  return state === "too-soon" || state === "too-far" ? "past" : state
}
