import type { Day, Month } from "../../../../domain/day.ts"
import { newBookingPath } from "../tabs.tsx"

/** Stands in the URL for the id of a customer who is created with the booking. */
export const NEW_CUSTOMER = "nouveau"

/** `search` prefills the new customer's name, e-mail address or phone number. */
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
