import { desc, eq } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { fillTemplate } from "../../../domain/content/legal-template.ts"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { legalTexts } from "../../platform/schema/content.ts"
import { lockList } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import { type LegalText, readLegalText } from "./legal.ts"
import { type LegalPage, isLegalPage } from "../../../domain/content/legal-pages.ts"
import { renderMarkdown } from "../../platform/rendering/markdown.ts"
import { freeze, frozenText, presentFacts, wordsOf } from "./freeze-legal.ts"

/** What an owner writes of a legal text: `content` is Markdown. */
type Typed = { title: string; content: string }

export type LegalProblem =
  | Stale
  /** Placeholders that are no fact: a visitor would read a gap. */
  | { kind: "unknown-placeholders"; names: string[] }
  /** A version that says the same would only make people read it again. */
  | { kind: "unchanged" }
  /** The settings have changed once more since the difference was shown. */
  | { kind: "read-again" }

/**
 * Publishes a new version of a legal text (D24), frozen with what its placeholders stand for today (D44): whatever is
 * set later, it reads the same. The one that it follows stays as it is; if nobody had accepted it, as may be with the
 * house's first version, it keeps the words of its last day. `loaded` has the version that the form was loaded with, 0
 * before the first. `read`, where it is given, is the SHA-256 of what the owner was shown: nothing is published that they have
 * not seen.
 */
export async function publishLegalText(
  actor: Administrator,
  page: LegalPage,
  typed: Typed,
  loaded: LoadedForm | number,
  at: Date = new Date(),
  read?: string,
): Promise<Result<LegalText, LegalProblem>> {
  const factsAt = await presentFacts()
  const facts = factsAt(at)
  const { unknown } = fillTemplate(typed.content, facts)
  if (unknown.length > 0) return err({ kind: "unknown-placeholders", names: unknown })
  return transaction(async (tx) => {
    await lockList(tx, `legal:${page}`)
    const [latest] = await tx
      .select()
      .from(legalTexts)
      .where(eq(legalTexts.page, page))
      .orderBy(desc(legalTexts.version))
      .limit(1)
    const checked = latest
      ? await checkVersion(tx, { kind: "legal-text", id: page, stored: latest, version: latest.version, typed, loaded })
      : ok(typed)
    if (!checked.ok) return checked
    const { title, content } = checked.value
    if (latest?.title === title && latest.content === content) {
      const now = frozenText(latest, factsAt(latest.publishedAt))
      if (now.filled === wordsOf(latest, factsAt)) return err({ kind: "unchanged" })
      if (read !== undefined && read !== now.sha256) return err({ kind: "read-again" })
    }
    if (latest && latest.filled === null) await freeze(tx, latest, factsAt)
    const words = frozenText({ title, content }, facts)
    const version = (latest?.version ?? 0) + 1
    const [text] = await tx
      .insert(legalTexts)
      .values({ page, version, title, content, ...words, publishedAt: at, createdBy: actor.id })
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

/** A version in force that no longer says what the settings say (D44): both texts, and what is consented to. */
export type Outdated = { version: number; before: string; after: string; sha256: string }

/** What publishing the text in force again would change of it; null when it says what the settings say, or follows them. */
export async function outdatedText(page: LegalPage): Promise<Outdated | null> {
  const [text, factsAt] = await Promise.all([readLegalText(page), presentFacts()])
  if (!text || text.filled === null) return null
  const { filled: after, sha256 } = frozenText(text, factsAt(text.publishedAt))
  return after === text.filled ? null : { version: text.version, before: text.filled, after, sha256 }
}

/** The pages whose text in force no longer says what the settings say, in the order of the alphabet. */
export async function outdatedPages(): Promise<LegalPage[]> {
  const [inForce, factsAt] = await Promise.all([
    db.selectDistinctOn([legalTexts.page]).from(legalTexts).orderBy(legalTexts.page, desc(legalTexts.version)),
    presentFacts(),
  ])
  return inForce.flatMap((text) =>
    text.filled !== null && isLegalPage(text.page) && frozenText(text, factsAt(text.publishedAt)).filled !== text.filled
      ? [text.page]
      : [],
  )
}

/** Publishes the text in force again, with what the settings are now, as the owner has read it. */
export async function republishLegalText(
  actor: Administrator,
  page: LegalPage,
  { version, sha256 }: Pick<Outdated, "version" | "sha256">,
  at: Date = new Date(),
): Promise<Result<LegalText, LegalProblem>> {
  const text = await readLegalText(page, version)
  if (!text) return err({ kind: "unchanged" })
  return publishLegalText(actor, page, { title: text.title, content: text.content }, version, at, sha256)
}
