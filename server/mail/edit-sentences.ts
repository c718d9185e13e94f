import { and, desc, eq } from "drizzle-orm"
import type { Administrator } from "../../domain/accounts/party.ts"
import {
  MAX_SENTENCE_LENGTH,
  type Sentences,
  sentenceFields,
  unknownPlaceholders,
} from "../../domain/correspondence/sentences.ts"
import { type Result, err, ok } from "../../domain/result.ts"
import { type Transaction, db, transaction } from "../database.server.ts"
import { recordEvent } from "../events/record.ts"
import { lockList } from "../revisions/edits.ts"
import { type OpenedVersion, choicesOver, mergeVersions } from "../revisions/merge-version.ts"
import { recordedEvents } from "../schema/events.ts"
import { mailSentences } from "../schema/mails.ts"
import { type Company, readCompany } from "./company.ts"
import { exampleData } from "./example-orders.ts"
import type { MailName, Mails } from "./mails.ts"
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
  /** Somebody else saved meanwhile, and both changed these fields: what they wrote. `by` is empty where nobody is known. */
  | { kind: "newer"; version: number; sentences: Sentences; fields: (keyof Sentences)[]; by: string; at: Date | null }
  | { kind: "unchanged" }

/** The version that a form was opened on and its sentences; null where it does not say them. */
export type OpenedSentences = OpenedVersion & { base: Sentences | null }

/**
 * Keeps what the owner says in that mail from now on; mails that are ordered already keep their words. `opened` is what
 * the form was opened on: the bare number of a version, 0 for ours, takes no other; with its sentences, and with what was
 * chosen, those merge that somebody else saved meanwhile. Answers the new version.
 */
export async function saveSentences(
  actor: Administrator,
  template: MailName,
  typed: Sentences,
  opened: number | OpenedSentences,
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
    const { merged: sentences, conflicts } = mergedSentences(before, version, typed, opened)
    if (conflicts.length > 0)
      return err({ kind: "newer", version, sentences: before, fields: conflicts, ...(await lastWriter(tx, template)) })
    const changed = sentenceFields.filter((field) => before[field] !== sentences[field])
    if (changed.length === 0) return err({ kind: "unchanged" })
    await tx
      .insert(mailSentences)
      .values({ template, ...sentences, version: version + 1 })
      .onConflictDoUpdate({ target: mailSentences.template, set: { ...sentences, version: version + 1 } })
    await recordEvent(tx, {
      by: actor,
      action: "mail.sentences-saved",
      subject: template,
      details: { template, before: only(before, changed), after: only(sentences, changed) },
      at,
    })
    return ok(version + 1)
  })
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

/** What is typed, with what others saved since the form was opened, and the fields that both changed. */
function mergedSentences(
  stored: Sentences,
  version: number,
  typed: Sentences,
  opened: number | OpenedSentences,
): { merged: Sentences; conflicts: (keyof Sentences)[] } {
  if (typeof opened === "number") {
    const differ = sentenceFields.filter((field) => stored[field] !== typed[field])
    return { merged: typed, conflicts: version === opened ? [] : differ }
  }
  if (opened.base === null && opened.seen === version) return { merged: typed, conflicts: [] }
  return mergeVersions(opened.base, stored, typed, choicesOver(opened, version))
}

async function lastWriter(tx: Transaction, template: string): Promise<{ by: string; at: Date | null }> {
  const [last] = await tx
    .select({ by: recordedEvents.actorName, at: recordedEvents.at })
    .from(recordedEvents)
    .where(and(eq(recordedEvents.subjectKind, "mail-template"), eq(recordedEvents.subjectId, template)))
    .orderBy(desc(recordedEvents.id))
    .limit(1)
  return last ?? { by: "", at: null }
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
