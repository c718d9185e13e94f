import { and, eq } from "drizzle-orm"
import type { Administrator } from "../../../domain/accounts/party.ts"
import {
  MAX_SENTENCE_LENGTH,
  type Sentences,
  sentenceFields,
  unknownPlaceholders,
} from "../../../domain/correspondence/sentences.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { lockList } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { mailSentences } from "../../platform/schema/mails.ts"
import { type Company, readCompany } from "../../shop/content/company.ts"
import { exampleData } from "./example-orders.ts"
import type { MailName, Mails } from "../../platform/mail/mails.ts"
import { templates } from "./templates/all-templates.ts"
import type { EditableSentences, Template } from "./templates/template.ts"

/** What an owner may word of a mail. */
export type EditableMail = {
  sentences: Sentences
  defaults: Sentences
  /** 0 while the sentences are ours. */
  version: number
  /** What may stand in braces, with what it reads in the example. */
  placeholders: readonly { name: string; example: string }[]
}

/** The sentences of that mail as they are now; null where nothing of it is the owner's to word. */
export async function readEditableMail(template: MailName): Promise<EditableMail | null> {
  const known = placeholdersOf(template, await readCompany())
  if (!known) return null
  const [row] = await db.select().from(mailSentences).where(eq(mailSentences.template, template))
  const { defaults, values } = known
  return {
    sentences: row ? pick(row) : defaults,
    defaults,
    version: row?.version ?? 0,
    placeholders: Object.entries(values).map(([name, example]) => ({ name, example })),
  }
}

/** Which mails have sentences of the owner's. */
export async function ownSentences(): Promise<ReadonlySet<string>> {
  const rows = await db.select({ template: mailSentences.template }).from(mailSentences)
  return new Set(rows.map(({ template }) => template))
}

export type SentencesProblem =
  | { kind: "not-editable" }
  /** Too long, an empty subject or line ends in it. */
  | { kind: "not-a-sentence"; field: keyof Sentences; max: number }
  /** Names in braces that nothing stands for: a customer would read them as they are. */
  | { kind: "unknown-placeholders"; field: keyof Sentences; names: string[] }
  | Stale
  | { kind: "unchanged" }

/**
 * Keeps what the owner says in that mail from now on; mails that are ordered already keep their words. `loaded` has the
 * version that the form was loaded with, 0 for ours. Answers the new version.
 */
export async function saveSentences(
  actor: Administrator,
  template: MailName,
  typed: Sentences,
  loaded: LoadedForm | number,
  at: Date,
): Promise<Result<number, SentencesProblem>> {
  const known = placeholdersOf(template, await readCompany())
  if (!known) return err({ kind: "not-editable" })
  const problem = problemOf(typed, Object.keys(known.values))
  if (problem) return err(problem)
  return transaction(async (tx) => {
    await lockList(tx, `mail-sentences:${template}`)
    const [row] = await tx.select().from(mailSentences).where(eq(mailSentences.template, template))
    const before = row ? pick(row) : known.defaults
    const version = row?.version ?? 0
    const checked = await checkVersion(tx, {
      kind: "mail-template",
      id: template,
      stored: before,
      version,
      typed,
      loaded,
    })
    if (!checked.ok) return checked
    const sentences = checked.value
    const changed = sentenceFields.filter((field) => before[field] !== sentences[field])
    if (changed.length === 0) return err({ kind: "unchanged" })
    // Not a number again that the sentences had before they were reset: a form may still be open on those.
    const next = Math.max(version, await countSaves(tx, template)) + 1
    await tx
      .insert(mailSentences)
      .values({ template, ...sentences, version: next })
      .onConflictDoUpdate({ target: mailSentences.template, set: { ...sentences, version: next } })
    await recordEvent(tx, {
      by: actor,
      action: "mail.sentences-saved",
      subject: template,
      details: { template, version: next, before: only(before, changed), after: only(sentences, changed) },
      at,
    })
    return ok(next)
  })
}

function countSaves(tx: Transaction, template: MailName): Promise<number> {
  const { subjectKind, subjectId, action } = recordedEvents
  const saves = and(eq(subjectKind, "mail-template"), eq(subjectId, template), eq(action, "mail.sentences-saved"))
  return tx.$count(recordedEvents, saves)
}

/** Back to our own sentences. False when they are ours already, or were saved again since that version. */
export async function resetSentences(
  actor: Administrator,
  template: MailName,
  seen: number,
  at: Date,
): Promise<boolean> {
  return transaction(async (tx) => {
    await lockList(tx, `mail-sentences:${template}`)
    const [row] = await tx.select().from(mailSentences).where(eq(mailSentences.template, template))
    if (!row || row.version !== seen) return false
    await tx.delete(mailSentences).where(eq(mailSentences.template, template))
    await recordEvent(tx, {
      by: actor,
      action: "mail.sentences-reset",
      subject: template,
      details: { template, before: pick(row) },
      at,
    })
    return true
  })
}

function problemOf(sentences: Sentences, known: readonly string[]): SentencesProblem | null {
  for (const field of sentenceFields) {
    const sentence = sentences[field]
    const names = unknownPlaceholders(sentence, known)
    if (names.length > 0) return { kind: "unknown-placeholders", field, names }
    const isOneLine = field !== "subject" || (sentence.trim() !== "" && !/[\r\n]/.test(sentence))
    const max = MAX_SENTENCE_LENGTH[field]
    if (!isOneLine || sentence.length > max) return { kind: "not-a-sentence", field, max }
  }
  return null
}

function placeholdersOf(template: MailName, company: Company) {
  return placeholdersIn(templates[template] as Template<Mails[MailName]>, exampleData[template], company)
}

function placeholdersIn<Data>({ editable }: Template<Data>, data: Data, company: Company): KnownSentences | null {
  return editable ? { defaults: editable.defaults, values: editable.values(data, company) } : null
}

type KnownSentences = Pick<EditableSentences<never>, "defaults"> & { values: Readonly<Record<string, string>> }

function pick({ subject, greeting, intro, closing }: Sentences): Sentences {
  return { subject, greeting, intro, closing }
}

function only(sentences: Sentences, fields: readonly (keyof Sentences)[]): Partial<Sentences> {
  return Object.fromEntries(fields.map((field) => [field, sentences[field]]))
}
