import { asc, eq } from "drizzle-orm"
import type { Executor } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { profiles } from "../../platform/schema/accounts.ts"
import { readSiteConfig } from "./site.ts"
import type { MailAddress } from "../../platform/mail/mails.ts"

/** What every mail says of the company, from the site's configuration. */
export type Company = {
  name: string
  address: string | null
  phone: string | null
  email: string | null
  siret: string | null
  /** Whom a consumer may turn to (D34); null until the owner has named one. */
  mediator: { name: string; url: string | null } | null
  /** "#rrggbb"; null: the house's. */
  accentColor: string | null
  /** The site's public address, without a final slash. */
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

/** Mails leave under the company's own address; under one that nobody reads until the owner has given it. */
export function senderOf({ name, email, origin }: Company): MailAddress {
  return { name, address: email ?? `ne-pas-repondre@${new URL(origin).hostname}` }
}

/** Who reads what is meant for the company: its own address, or the administrators until it has one. */
export async function ownerAddresses(executor: Executor): Promise<MailAddress[]> {
  const { companyEmail, companyName } = await readSiteConfig(executor)
  if (companyEmail) return [{ name: companyName, address: companyEmail }]
  return executor
    .select({ name: profiles.name, address: profiles.email })
    .from(profiles)
    .where(eq(profiles.role, "admin"))
    .orderBy(asc(profiles.createdAt))
}
