import type { ProfileId } from "../../../domain/id.ts"
import { readFinanceSettings } from "../../shop/settings/queries.ts"
import { readProfile } from "./profiles.ts"

export type CompanyProposal = {
  isCompany: boolean
  name: string
  siret: string
  contact: string
  /** The shop has told no account to transfer to. */
  mayPayByInvoice: boolean
}

/** Fills the company's part of an order from the account. */
export async function readCompanyProposal(id: ProfileId): Promise<CompanyProposal> {
  const [profile, { iban }] = await Promise.all([readProfile(id), readFinanceSettings()])
  return {
    isCompany: profile?.clientType === "business",
    name: profile?.businessName ?? "",
    siret: profile?.businessSiret ?? "",
    contact: profile?.businessContactName ?? profile?.name ?? "",
    mayPayByInvoice: iban !== null,
  }
}
