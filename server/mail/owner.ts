import { asc, eq } from "drizzle-orm"
import { readSiteConfig } from "../content/site.ts"
import type { Executor } from "../database.server.ts"
import { profiles } from "../schema/accounts.ts"
import type { MailAddress } from "./mails.ts"

/** Who reads what is meant for the company: its own address, or the administrators until it has one. */
export async function ownerAddresses(executor: Executor): Promise<MailAddress[]> {
  const { companyEmail, companyName } = await readSiteConfig(executor)
  if (companyEmail) return [{ name: companyName, address: companyEmail }]
  const administrators = await executor
    .select({ name: profiles.name, address: profiles.email })
    .from(profiles)
    .where(eq(profiles.role, "admin"))
    .orderBy(asc(profiles.createdAt))
  return administrators
}
