import { asc, eq } from "drizzle-orm"
import type { Executor } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { readSiteConfig } from "./site.ts"
import type { MailAddress } from "../../platform/mail/mails.ts"

export type Company = {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  siret: string | null
  /** Consumer mediator required by law (D34). */
  mediator: { name: string; url: string | null } | null
  /** null for the default colour. */
  accentColor: string | null
  origin: string
}

export async function readCompany(): Promise<Company> {
  const site = await readSiteConfig()
  return {
    name: site.companyName,
    address: site.companyAddress,
    phone: site.companyPhone,
    email: site.companyEmail,
    siret: site.companySiret,
    mediator: site.mediatorName ? { name: site.mediatorName, url: site.mediatorUrl } : null,
    accentColor: site.accentColor,
    origin: environment.origin,
  }
}

/** Falls back to an address that nobody reads. */
export function toSender({ name, email, origin }: Company): MailAddress {
  return { name, address: email ?? `ne-pas-repondre@${new URL(origin).hostname}` }
}

/** Falls back to the administrators. */
export async function readOwnerAddresses(executor: Executor): Promise<MailAddress[]> {
  const { companyEmail, companyName } = await readSiteConfig(executor)
  if (companyEmail) return [{ name: companyName, address: companyEmail }]
  return executor
    .select({ name: profiles.name, address: profiles.email })
    .from(profiles)
    .where(eq(profiles.role, "admin"))
    .orderBy(asc(profiles.createdAt))
}
