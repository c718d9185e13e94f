import type { ClientType, Siret } from "./business.ts"

/** Made out to a company, with what it wants to read on its papers (D71). */
export type CompanyOrder = {
  name: string
  siret: Siret
  contact: string
  /** BT-13; empty without one. */
  purchaseOrder: string
  /** BT-10, a public buyer's service code; empty without one. */
  buyerReference: string
  /** Days to pay the down payment invoice that is made before the payment; null pays as everybody does. */
  invoiceDueDays: number | null
}

export const MAX_COMPANY_REFERENCE = 60

type BusinessDetails = {
  clientType: ClientType
  businessName: string | null
  businessSiret: string | null
  businessVat: string | null
  businessContactName: string | null
}

/** The client as this booking's papers name it. */
export function withCompany<Client extends BusinessDetails>(client: Client, company: CompanyOrder | null): Client {
  if (company === null) return client
  const isOwnCompany = client.businessSiret?.replace(/\D/g, "") === company.siret
  return {
    ...client,
    clientType: "business",
    businessName: company.name,
    businessSiret: company.siret,
    businessVat: isOwnCompany ? client.businessVat : null,
    businessContactName: company.contact,
  }
}
