import { desc, eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import { type LegalFacts, fillTemplate } from "../../../domain/content/legal-template.ts"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { type Result, ok, err } from "../../../domain/result.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { legalTexts } from "../../platform/schema/content.ts"
import { lockByName } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import { readLegalText } from "./legal.ts"
import { type LegalPage, isLegalPage } from "../../../domain/content/legal-pages.ts"
import { renderMarkdown } from "../../platform/rendering/markdown.ts"
import { type LegalText, freezeLegalText, toFrozenText, loadCurrentFacts, filledText } from "./freeze-legal.ts"

/** `content` is Markdown. */
type LegalTextInput = { title: string; content: string }

type LegalProblem =
  | Stale
  | { kind: "unknown-placeholders"; names: string[] }
  | { kind: "unchanged" }
  | { kind: "read-again" }

/** Freezes the placeholders' values (D24, D44). `confirmedSha256` must match the text the owner saw. */
export async function publishLegalText({
  actor,
  page,
  typed,
  loaded,
  at = new Date(),
  confirmedSha256,
}: {
  actor: Staff
  page: LegalPage
  typed: LegalTextInput
  loaded: LoadedForm | number
  at?: Date | undefined
  confirmedSha256?: string | undefined
}): Promise<Result<LegalText, LegalProblem>> {
  const factsAt = await loadCurrentFacts()
  const facts = factsAt(at)
  const { unknown } = fillTemplate(typed.content, facts)
  if (unknown.length > 0) return err({ kind: "unknown-placeholders", names: unknown })
  return transaction(async (tx) => {
    await lockByName(tx, `legal:${page}`)
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
      const current = toFrozenText(latest, factsAt(latest.publishedAt))
      if (current.filled === filledText(latest, factsAt)) return err({ kind: "unchanged" })
      if (confirmedSha256 !== undefined && confirmedSha256 !== current.sha256) return err({ kind: "read-again" })
    }
    if (latest && latest.filled === null) await freezeLegalText(tx, latest, factsAt)
    const frozen = toFrozenText({ title, content }, facts)
    const version = (latest?.version ?? 0) + 1
    const [text] = await tx
      .insert(legalTexts)
      .values({ page, version, title, content, ...frozen, publishedAt: at, createdBy: actor.id })
      .returning()
    if (!text) throw new Error("The legal text was not returned")
    await recordEvent(tx, { by: actor, action: "legal.published", subject: page, details: { version, title }, at })
    return ok(text)
  })
}

export async function renderLegalText(content: string, at: Date): Promise<{ html: SafeHtml; unknown: string[] }> {
  const { text, unknown } = fillTemplate(content, (await loadCurrentFacts())(at))
  return { html: renderMarkdown(text).html, unknown }
}

type OutdatedText = { version: number; before: string; after: string; sha256: string }

/** null when the text is current or not frozen yet. */
export async function findOutdatedText(page: LegalPage): Promise<OutdatedText | null> {
  const [text, factsAt] = await Promise.all([readLegalText(page), loadCurrentFacts()])
  if (!text || text.filled === null) return null
  const { filled: after, sha256 } = toFrozenText(text, factsAt(text.publishedAt))
  return after === text.filled ? null : { version: text.version, before: text.filled, after, sha256 }
}

export async function listOutdatedPages(factsAt: (publishedAt: Date) => LegalFacts): Promise<LegalPage[]> {
  const { page, content, filled, publishedAt } = legalTexts
  const inForce = await db
    .selectDistinctOn([page], { page, content, filled, publishedAt })
    .from(legalTexts)
    .orderBy(page, desc(legalTexts.version))
  return inForce.flatMap((text) =>
    text.filled !== null &&
    isLegalPage(text.page) &&
    fillTemplate(text.content, factsAt(text.publishedAt)).text !== text.filled
      ? [text.page]
      : [],
  )
}

export async function republishLegalText(
  actor: Staff,
  page: LegalPage,
  { version, sha256 }: Pick<OutdatedText, "version" | "sha256">,
  at: Date = new Date(),
): Promise<Result<LegalText, LegalProblem>> {
  const text = await readLegalText(page, version)
  if (!text) return err({ kind: "unchanged" })
  return publishLegalText({
    actor,
    page,
    typed: { title: text.title, content: text.content },
    loaded: version,
    at,
    confirmedSha256: sha256,
  })
}
