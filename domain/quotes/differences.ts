import { type ChangeLine, type ChangeableBooking, changeLines } from "../booking/change-lines.ts"
import { type Cents, formatMoney } from "../money.ts"
import type { QuoteExtra } from "./extras.ts"

type ComparedVersion = { row: ChangeableBooking & { total: Cents }; extras: readonly QuoteExtra[] }

/** How a version differs from the one before. */
export function quoteDifferences(before: ComparedVersion, after: ComparedVersion): ChangeLine[] {
  const lines = [
    ...changeLines(before.row, after.row),
    { label: "À cocher", before: extrasLabel(before.extras), after: extrasLabel(after.extras) },
    { label: "Total", before: formatMoney(before.row.total), after: formatMoney(after.row.total) },
  ]
  return lines.filter((line) => line.before !== line.after)
}

function extrasLabel(extras: readonly QuoteExtra[]): string {
  return extras.map(({ label, amount }) => `${label} (${formatMoney(amount)})`).join(", ") || "aucune ligne"
}
