import { createHash } from "node:crypto"
import { and, desc, eq, isNull } from "drizzle-orm"
import { dayInParis } from "../../../domain/day.ts"
import { type LegalFrame, legalFacts } from "../../../domain/content/legal-facts.ts"
import { type LegalPage } from "../../../domain/content/legal-pages.ts"
import { type LegalFacts, fillTemplate } from "../../../domain/content/legal-template.ts"
import { type Executor, db } from "../../platform/database.server.ts"
import { environment } from "../../platform/environment.server.ts"
import { readFinanceSettings } from "../settings/queries.ts"
import { legalTexts } from "../../platform/schema/content.ts"
import { readSiteConfig } from "./site.ts"

type LegalText = typeof legalTexts.$inferSelect

/** What a version says for ever: its placeholders, its words, and the SHA-256 of its file. */
export type FrozenText = { facts: LegalFacts; filled: string; sha256: string }

/** What the company is now, in a text that is dated that instant. */
export async function presentFacts(): Promise<(publishedAt: Date) => LegalFacts> {
  const [config, finance] = await Promise.all([readSiteConfig(), readFinanceSettings()])
  return (publishedAt) => {
    const frame: LegalFrame = {
      origin: environment.origin,
      publishedOn: dayInParis(publishedAt),
      geocoder: environment.geocoder.kind,
    }
    return legalFacts(config, finance, frame)
  }
}

/** The words of a text with those facts, as they are frozen. */
export function frozenText({ title, content }: Pick<LegalText, "title" | "content">, facts: LegalFacts): FrozenText {
  const filled = fillTemplate(content, facts).text
  return { facts, filled, sha256: createHash("sha256").update(legalFile({ title, filled })).digest("hex") }
}

/** The file of a frozen text, whose SHA-256 is kept with it: its title, an empty line, its words in Markdown. */
export function legalFile({ title, filled }: { title: string; filled: string }): string {
  return `${title}\n\n${filled}\n`
}

/** What a version says today: its frozen words; while nobody has accepted the house's own, what the settings make of it. */
export function wordsOf(text: LegalText, factsAt: (publishedAt: Date) => LegalFacts): string {
  return text.filled ?? fillTemplate(text.content, text.facts ?? factsAt(text.publishedAt)).text
}

/**
 * The latest version of a page, frozen from now on as it is read now (D44): for who is about to accept it. Null when the
 * page has no text. Of two who freeze at the same moment the first decides what it says.
 */
export async function freezeLatest(page: LegalPage): Promise<LegalText | null> {
  const latest = await latestOf(db, page)
  if (!latest || latest.filled !== null) return latest
  await freeze(db, latest, await presentFacts())
  return latestOf(db, page)
}

/** Freezes a version that is not frozen yet; what it does not know of the company by itself, `factsAt` says. */
export async function freeze(
  executor: Executor,
  text: LegalText,
  factsAt: (publishedAt: Date) => LegalFacts,
): Promise<void> {
  const words = frozenText(text, text.facts ?? factsAt(text.publishedAt))
  await executor
    .update(legalTexts)
    .set(words)
    .where(and(eq(legalTexts.id, text.id), isNull(legalTexts.filled)))
}

async function latestOf(executor: Executor, page: LegalPage): Promise<LegalText | null> {
  const [latest] = await executor
    .select()
    .from(legalTexts)
    .where(eq(legalTexts.page, page))
    .orderBy(desc(legalTexts.version))
    .limit(1)
  return latest ?? null
}
