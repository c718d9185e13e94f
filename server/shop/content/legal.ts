import { and, asc, desc, eq } from "drizzle-orm"
import { type LegalPage, isLegalPage, legalPages } from "../../../domain/content/legal-pages.ts"
import { db } from "../../platform/database.server.ts"
import { legalTexts } from "../../platform/schema/content.ts"
import { type LegalText, freezeLatest } from "./freeze-legal.ts"

type LegalVersion = Pick<LegalText, "version" | "publishedAt">

/** Freezes the text and returns its reference, "cgv-3" (D24, D44). */
export async function freezeCurrentTerms(): Promise<string | null> {
  return freezeCurrentVersion("cgv")
}

export async function freezeCurrentVersion(page: LegalPage): Promise<string | null> {
  const text = await freezeLatest(page)
  return text && `${page}-${text.version}`
}

/** Parses references such as "cgv-3"; null when unknown. */
export async function readAcceptedText(reference: string | null): Promise<LegalText | null> {
  const [, page = "", version = ""] = /^([a-z-]+)-([1-9]\d{0,5})$/.exec(reference ?? "") ?? []
  return isLegalPage(page) ? readLegalText(page, Number(version)) : null
}

export async function readLegalText(page: LegalPage, version: number | null = null): Promise<LegalText | null> {
  const [row] = await db
    .select()
    .from(legalTexts)
    .where(and(eq(legalTexts.page, page), version === null ? undefined : eq(legalTexts.version, version)))
    .orderBy(desc(legalTexts.version))
    .limit(1)
  return row ?? null
}

export async function listLegalVersions(page: LegalPage): Promise<LegalVersion[]> {
  return db
    .select({ version: legalTexts.version, publishedAt: legalTexts.publishedAt })
    .from(legalTexts)
    .where(eq(legalTexts.page, page))
    .orderBy(desc(legalTexts.version))
}

export async function listLegalTitles(): Promise<{ page: LegalPage; title: string }[]> {
  const rows = await db
    .selectDistinctOn([legalTexts.page], { page: legalTexts.page, title: legalTexts.title })
    .from(legalTexts)
    .orderBy(asc(legalTexts.page), desc(legalTexts.version))
  return rows.toSorted((a, b) => legalPages.indexOf(a.page) - legalPages.indexOf(b.page))
}
