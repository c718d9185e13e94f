import type { Day, Month } from "../../../../domain/day.ts"
import { newBookingPath } from "../tabs.tsx"

/** `/admin/bookings/nouvelle?client=…&produit=…&mois=2027-06&jours=2027-06-12` */
export function newBookingHref({
  customer,
  product = null,
  month = null,
  days = [],
}: {
  customer: string
  product?: string | null
  month?: Month | null
  days?: readonly Day[]
}): string {
  const values = new URLSearchParams({ client: customer })
  if (product) values.set("produit", product)
  if (month) values.set("mois", month)
  for (const day of days) values.append("jours", day)
  return `${newBookingPath}?${values}`
}
