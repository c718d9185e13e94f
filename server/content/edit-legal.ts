import { desc, eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import { dayInParis } from "../../domain/day.ts"
import { type LegalFrame, legalFacts } from "../../domain/content/legal-facts.ts"
import { type LegalFacts, fillTemplate } from "../../domain/content/legal-template.ts"
import type { SafeHtml } from "../../isomorphic/safe-html.ts"
import { type Result, ok, err } from "../../domain/result.ts"
import { transaction } from "../database.server.ts"
import { environment } from "../environment.server.ts"
import { recordEvent } from "../events/record.ts"
import { readFinanceSettings } from "../finance/queries.ts"
import { legalTexts } from "../schema/content.ts"
import { lockList } from "../revisions/edits.ts"
import type { LegalText } from "./legal.ts"
import type { LegalPage } from "../../domain/content/legal-pages.ts"
import { renderMarkdown } from "../rendering/markdown.ts"
import { readSiteConfig } from "./site.ts"

export type LegalProblem =
  /** A newer version than the one the form was opened on. */
  | { kind: "newer"; text: LegalText }
  /** Placeholders that are no fact: a visitor would read a gap. */
  | { kind: "unknown-placeholders"; names: string[] }
  /** A version that says the same would only make people read it again. */
  | { kind: "unchanged" }

/**
 * Publishes a new version of a legal text (D24), with the facts that its placeholders stand for today: once another
 * version is in force, this one still reads as it did. The one that it follows stays as it is; if it came without facts,
 * as the house's first version does, it keeps those of its last day. `seen` is 0 before the first.
 */
export async function publishLegalText(
  actor: Administrator | { kind: "system" },
  page: LegalPage,
  { title, content }: { title: string; content: string },
  seen: number,
  at: Date = new Date(),
): Promise<Result<LegalText, LegalProblem>> {
  const factsAt = await presentFacts()
  const facts = factsAt(at)
  const { unknown } = fillTemplate(content, facts)
  if (unknown.length > 0) return err({ kind: "unknown-placeholders", names: unknown })
  return transaction(async (tx) => {
    await lockList(tx, `legal:${page}`)
    const [latest] = await tx
      .select()
      .from(legalTexts)
      .where(eq(legalTexts.page, page))
      .orderBy(desc(legalTexts.version))
      .limit(1)
    if (latest && latest.version !== seen) return err({ kind: "newer", text: latest })
    if (latest?.title === title && latest.content === content) return err({ kind: "unchanged" })
    if (latest?.facts === null)
      await tx
        .update(legalTexts)
        .set({ facts: factsAt(latest.publishedAt) })
        .where(eq(legalTexts.id, latest.id))
    const version = (latest?.version ?? 0) + 1
    const [text] = await tx
      .insert(legalTexts)
      .values({ page, version, title, content, facts, publishedAt: at, createdBy: "id" in actor ? actor.id : null })
      .returning()
    if (!text) throw new Error("The legal text was not returned")
    await recordEvent(tx, { by: actor, action: "legal.published", subject: page, details: { version, title }, at })
    return ok(text)
  })
}

/** A legal text as a visitor reads it today, with the names of the placeholders that mean nothing. */
export async function renderLegalText(content: string, at: Date): Promise<{ html: SafeHtml; unknown: string[] }> {
  const { text, unknown } = fillTemplate(content, (await presentFacts())(at))
  return { html: renderMarkdown(text).html, unknown }
}

/** What the company is today, in a text that is published at that instant. */
async function presentFacts(): Promise<(publishedAt: Date) => LegalFacts> {
  const [config, finance] = await Promise.all([readSiteConfig(), readFinanceSettings()])
  return (publishedAt) => {
    const frame: LegalFrame = { origin: environment.origin, publishedOn: dayInParis(publishedAt) }
    return legalFacts(config, finance, frame)
  }
}
