import type { Day, Month } from "../../../domain/day.ts"
import { type Cents, formatMoney } from "../../../domain/money.ts"

export function euroTick(cents: Cents): string {
  return formatMoney(Math.round(cents))
}

const letters = ["J", "F", "M", "A", "M", "J", "J", "A", "S", "O", "N", "D"]

/** Twelve must fit on a phone. */
export function monthLetter(month: Month): string {
  return letters[Number(month.slice(5)) - 1] ?? ""
}

/** Every fifth day: thirty would overlap. */
export function dayNumber(day: Day): string {
  const number = Number(day.slice(8))
  return number === 1 || number % 5 === 0 ? String(number) : ""
}
