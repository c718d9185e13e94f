import { createHash } from "node:crypto"
import { and, desc, eq, isNull } from "drizzle-orm"
import { dayInParis } from "../../../domain/day.ts"
import { type LegalFrame, legalFacts } from "../../../domain/content/legal-facts.ts"
import { type LegalPage } from "../../../domain/content/legal-pages.ts"
import { type LegalFacts, fillTemplate } from "../../../domain/content/legal-template.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { type FinanceSettings, readFinanceSettings } from "../settings/queries.ts"
import { legalTexts } from "../../platform/schema/content.ts"
import { type SiteConfig, readSiteConfig } from "./site.ts"

export type LegalText = typeof legalTexts.$inferSelect

/** `sha256` covers the file of `legalFile`. */
type FrozenText = { facts: LegalFacts; filled: string; sha256: string }

export async function loadCurrentFacts(): Promise<(publishedAt: Date) => LegalFacts> {
  const [config, finance] = await Promise.all([readSiteConfig(), readFinanceSettings()])
  return currentFacts(config, finance)
}

export function currentFacts(config: SiteConfig, finance: FinanceSettings): (publishedAt: Date) => LegalFacts {
  return (publishedAt) => {
    const frame: LegalFrame = {
      origin: environment.origin,
      publishedOn: dayInParis(publishedAt),
      geocoder: environment.geocoder.kind,
    }
    return legalFacts(config, finance, frame)
  }
}

export function toFrozenText({ title, content }: Pick<LegalText, "title" | "content">, facts: LegalFacts): FrozenText {
  const filled = fillTemplate(content, facts).text
  return { facts, filled, sha256: createHash("sha256").update(legalFile({ title, filled })).digest("hex") }
}

/** Stored hashes depend on this exact format. */
export function legalFile({ title, filled }: { title: string; filled: string }): string {
  return `${title}\n\n${filled}\n`
}

export function filledText(text: LegalText, factsAt: (publishedAt: Date) => LegalFacts): string {
  return text.filled ?? fillTemplate(text.content, text.facts ?? factsAt(text.publishedAt)).text
}

/** Call it before somebody accepts the text (D44). The first of two concurrent calls wins. */
export async function freezeLatest(page: LegalPage): Promise<LegalText | null> {
  const latest = await readLatest(db, page)
  if (!latest || latest.filled !== null) return latest
  await freezeLegalText(db, latest, await loadCurrentFacts())
  return readLatest(db, page)
}

export async function freezeLegalText(
  executor: Executor,
  text: LegalText,
  factsAt: (publishedAt: Date) => LegalFacts,
): Promise<void> {
  const frozen = toFrozenText(text, text.facts ?? factsAt(text.publishedAt))
  await executor
    .update(legalTexts)
    .set(frozen)
    .where(and(eq(legalTexts.id, text.id), isNull(legalTexts.filled)))
}

async function readLatest(executor: Executor, page: LegalPage): Promise<LegalText | null> {
  const [latest] = await executor
    .select()
    .from(legalTexts)
    .where(eq(legalTexts.page, page))
    .orderBy(desc(legalTexts.version))
    .limit(1)
  return latest ?? null
}
