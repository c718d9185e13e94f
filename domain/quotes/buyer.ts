import type { CompanyOrder } from "../accounts/company-order.ts"
import type { PostalAddress } from "../booking/booking.ts"
import { type HomeColumns, homeOf, toHomeColumns } from "../booking/home.ts"

export const MAX_BUYER_ROLE = 80

/** Typed before the signature, which makes it the booking's (D66, D70, D71). */
export type QuoteBuyer = { home?: PostalAddress; company?: QuoteCompany | null }

/** `role` is the signer's in the company. */
export type QuoteCompany = CompanyOrder & { role: string }

/** A home that is known stays as it is. */
export function withHome<Client extends HomeColumns>(client: Client, { home }: QuoteBuyer): Client {
  return home && homeOf(client) === null ? { ...client, ...toHomeColumns(home) } : client
}

export function orderOf({ company }: QuoteBuyer): CompanyOrder | null {
  if (!company) return null
  const { role: _, ...order } = company
  return order
}
