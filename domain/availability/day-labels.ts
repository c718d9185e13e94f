import type { CustomerDay } from "./calendar.ts"

export const customerDayLabel: Record<CustomerDay, string> = {
  free: "libre",
  taken: "pris",
  closed: "fermé",
  "not-sold": "non proposé",
  past: "passé",
  "too-soon": "trop tôt",
  "too-far": "plus tard",
}

export function customerDayStyle(state: CustomerDay): "free" | "taken" | "closed" | "past" {
  return state === "too-soon" || state === "too-far" || state === "not-sold" ? "past" : state
}
