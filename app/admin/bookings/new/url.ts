import type { Day, Month } from "../../../../domain/day.ts"
import { newBookingPath } from "../tabs.tsx"

/** Instead of an id: somebody who is made with the booking. */
export const NEW_CUSTOMER = "nouveau"

/** `/admin/bookings/nouvelle?client=…&produit=…&mois=2027-06&jours=2027-06-12`; `q`: what a new customer was looked for by. */
export function newBookingHref({
  customer,
  product = null,
  month = null,
  days = [],
  search = "",
}: {
  customer: string
  product?: string | null
  month?: Month | null
  days?: readonly Day[]
  search?: string
}): string {
  const values = new URLSearchParams({ client: customer })
  if (search) values.set("q", search)
  if (product) values.set("produit", product)
  if (month) values.set("mois", month)
  for (const day of days) values.append("jours", day)
  return `${newBookingPath}?${values}`
}
