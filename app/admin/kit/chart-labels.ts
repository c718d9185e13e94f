import type { Day, Month } from "../../../domain/day.ts"
import { type Cents, formatMoney } from "../../../domain/money.ts"

/** An amount beside the lines of a chart, in cents: "4 000 €". */
export function euroTick(cents: Cents): string {
  return formatMoney(Math.round(cents))
}

const letters = ["J", "F", "M", "A", "M", "J", "J", "A", "S", "O", "N", "D"]

/** "J", "F", "M" …: twelve of them fit under the bars of a phone. */
export function monthLetter(month: Month): string {
  return letters[Number(month.slice(5)) - 1] ?? ""
}

/** "1", "5", "10" …: thirty numbers under the bars would touch each other. */
export function dayNumber(day: Day): string {
  const number = Number(day.slice(8))
  return number === 1 || number % 5 === 0 ? String(number) : ""
}
