import { z } from "zod"
import { type CompanyOrder, MAX_COMPANY_REFERENCE } from "../../domain/accounts/company-order.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { readFinanceSettings } from "../../server/shop/settings/queries.ts"
import { printableLine } from "../http/form-fields.ts"
import type { FormErrors } from "../http/refusal.ts"
import { requiredLine, siretField } from "./account-forms.server.ts"
import { companyFields as field } from "./company-fields.ts"

const reference = printableLine(MAX_COMPANY_REFERENCE).default("")

const CompanyForm = z.object({
  [field.name]: requiredLine("Indiquez le nom de l’entreprise ou de l’association."),
  [field.siret]: siretField,
  [field.contact]: requiredLine("Indiquez le nom de l’interlocuteur."),
  [field.purchaseOrder]: reference,
  [field.buyerReference]: reference,
})

/** null when the booking is not for a company; only a shop with an IBAN is paid by invoice. */
export async function readCompanyOrder(fields: URLSearchParams): Promise<Result<CompanyOrder | null, FormErrors>> {
  if (fields.get(field.tick) !== "oui") return ok(null)
  const parsed = CompanyForm.safeParse(Object.fromEntries(fields))
  if (!parsed.success)
    return err(Object.fromEntries(parsed.error.issues.map(({ path, message }) => [String(path[0]), message])))
  const { iban, downPaymentInvoiceDays } = await readFinanceSettings()
  const paysByInvoice = iban !== null && fields.get(field.payment) === "invoice"
  return ok({
    name: parsed.data[field.name],
    siret: parsed.data[field.siret],
    contact: parsed.data[field.contact],
    purchaseOrder: parsed.data[field.purchaseOrder],
    buyerReference: parsed.data[field.buyerReference],
    invoiceDueDays: paysByInvoice ? downPaymentInvoiceDays : null,
  })
}
