import { eq } from "drizzle-orm"
import { type Result, done, refused } from "../../domain/result.ts"
import { transaction } from "../database.server.ts"
import { siteConfig } from "../schema/content.ts"
import { type Editor, type Stale, changedFields, recordEdit, staleSince } from "../revisions/edits.ts"
import { type SiteConfig, readSiteConfig } from "./site.ts"

/** Everything of the configuration that is typed or chosen; the two pictures are uploaded apart. */
export type SiteTexts = Omit<SiteConfig, "id" | "heroImageUrl" | "companyLogoUrl" | "createdAt" | "updatedAt">

export const siteSubject = { kind: "site-config", id: "1" }

/** Saves the configuration as a whole. Refused when another administrator changed one of its fields since `seen`. */
export async function saveSiteConfig(
  actor: Editor,
  texts: SiteTexts,
  seen: Date,
  at: Date = new Date(),
): Promise<Result<SiteConfig, Stale>> {
  await readSiteConfig()
  return transaction(async (tx) => {
    const [stored] = await tx.select().from(siteConfig).for("update")
    if (!stored) throw new Error("Error loading site configuration")
    const stale = await staleSince(tx, siteSubject, stored, seen, Object.keys(texts))
    if (stale) return refused(stale)
    const changed = changedFields(stored, texts)
    if (changed.length === 0) return done(stored)
    const [saved] = await tx.update(siteConfig).set(texts).where(eq(siteConfig.id, stored.id)).returning()
    if (!saved) throw new Error("The site configuration was locked, then gone")
    await recordEdit(tx, {
      actor,
      action: "site.saved",
      subject: siteSubject,
      changed,
      version: saved.updatedAt,
      at,
      values: { before: stored, after: texts },
    })
    return done(saved)
  })
}
