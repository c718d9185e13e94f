import { desc, eq } from "drizzle-orm"
import { db } from "../database.server.ts"
import { legalTexts } from "../schema/content.ts"

/** The version of the sales terms in force, as kept with what a customer accepts (D24): "cgv-3"; null before the first. */
export async function currentTermsVersion(): Promise<string | null> {
  const [row] = await db
    .select({ version: legalTexts.version })
    .from(legalTexts)
    .where(eq(legalTexts.page, "cgv"))
    .orderBy(desc(legalTexts.version))
    .limit(1)
  return row ? `cgv-${row.version}` : null
}
