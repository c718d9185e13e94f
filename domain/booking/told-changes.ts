import { daysLong } from "../day-words.ts"
import { formatMoney } from "../money.ts"
import type { ChangeSummary } from "./change-told.ts"

/** What changed, as its customer reads it: "Dates", "samedi 5 juin 2027", "samedi 12 juin 2027". */
export type ToldChange = { label: string; before: string; after: string }

/** The parts of a change in French, without the total, which is always told. */
export function toldChanges({ details, personal }: ChangeSummary): ToldChange[] {
  const { before, after } = details
  const none = "aucune"
  return [
    ...(before.dates && after.dates
      ? [{ label: "Dates", before: daysLong(before.dates), after: daysLong(after.dates) }]
      : []),
    ...(before.options && after.options
      ? [{ label: "Options", before: before.options.join(", ") || none, after: after.options.join(", ") || none }]
      : []),
    ...(personal?.before.place !== undefined && personal.after.place !== undefined
      ? [{ label: "Lieu", before: personal.before.place, after: personal.after.place }]
      : []),
    ...(before.deliveryFee !== undefined && after.deliveryFee !== undefined
      ? [{ label: "Livraison", before: formatMoney(before.deliveryFee), after: formatMoney(after.deliveryFee) }]
      : []),
  ]
}
