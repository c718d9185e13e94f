import { and, asc, desc, eq } from "drizzle-orm"
import { type LegalPage, isLegalPage, legalPages } from "../../../domain/content/legal-pages.ts"
import { db } from "../../platform/database.server.ts"
import { legalTexts } from "../../platform/schema/content.ts"
import { freezeLatest } from "./freeze-legal.ts"

export type LegalText = typeof legalTexts.$inferSelect
export type LegalVersion = Pick<LegalText, "version" | "publishedAt">

/**
 * The version of the sales terms in force, as kept with what a customer accepts (D24): "cgv-3"; null before the first.
 * What it says is frozen from then on (D44).
 */
export async function currentTermsVersion(): Promise<string | null> {
  return acceptedVersion("cgv")
}

/** The same of any page: "terms-2" is what a new account accepts. */
export async function acceptedVersion(page: LegalPage): Promise<string | null> {
  const text = await freezeLatest(page)
  return text && `${page}-${text.version}`
}

/** The version that somebody accepted, by what was kept of it ("cgv-3"), with its SHA-256; null for nothing we know. */
export async function readAcceptedText(accepted: string | null): Promise<LegalText | null> {
  const [, page = "", version = ""] = /^([a-z-]+)-([1-9]\d{0,5})$/.exec(accepted ?? "") ?? []
  return isLegalPage(page) ? readLegalText(page, Number(version)) : null
}

/** The text in force, or the version asked for; null when there is none. Its placeholders are still to be filled. */
export async function readLegalText(page: LegalPage, version: number | null = null): Promise<LegalText | null> {
  const [row] = await db
    .select()
    .from(legalTexts)
    .where(and(eq(legalTexts.page, page), version === null ? undefined : eq(legalTexts.version, version)))
    .orderBy(desc(legalTexts.version))
    .limit(1)
  return row ?? null
}

/** Every version of a page, the newest first. */
export async function legalVersions(page: LegalPage): Promise<LegalVersion[]> {
  return db
    .select({ version: legalTexts.version, publishedAt: legalTexts.publishedAt })
    .from(legalTexts)
    .where(eq(legalTexts.page, page))
    .orderBy(desc(legalTexts.version))
}

/** The titles of the texts in force, for the links from one to the others. */
export async function legalTitles(): Promise<{ page: LegalPage; title: string }[]> {
  const rows = await db
    .selectDistinctOn([legalTexts.page], { page: legalTexts.page, title: legalTexts.title })
    .from(legalTexts)
    .orderBy(asc(legalTexts.page), desc(legalTexts.version))
  return rows.toSorted((a, b) => legalPages.indexOf(a.page) - legalPages.indexOf(b.page))
}
