import { and, eq } from "drizzle-orm"
import type { Staff } from "../../../domain/accounts/party.ts"
import {
  MAX_SENTENCE_LENGTH,
  type Sentences,
  sentenceFields,
  unknownPlaceholders,
} from "../../../domain/correspondence/sentences.ts"
import { type Result, err, ok } from "../../../domain/result.ts"
import { type Transaction, db, transaction } from "../../platform/database.server.ts"
import { recordEvent } from "../../platform/events/record.ts"
import { lockByName } from "../../platform/revisions/edits.ts"
import { type LoadedForm, type Stale, checkVersion } from "../../platform/revisions/version.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { mailSentences } from "../../platform/schema/mails.ts"
import { type Company, readCompany } from "../../shop/content/company.ts"
import { exampleData } from "./example-data.ts"
import type { MailName, Mails } from "../../platform/mail/mails.ts"
import { templates } from "./templates/all-templates.ts"
import type { EditableSentences, Template } from "./templates/template.ts"

export type EditableMail = {
  sentences: Sentences
  defaults: Sentences
  /** 0 for the default sentences. */
  version: number
  /** Placeholder names with their value in the example mail. */
  placeholders: readonly { name: string; example: string }[]
}

/** null when the template is not editable. */
export async function readEditableMail(template: MailName): Promise<EditableMail | null> {
  const editable = findEditableDefaults(template, await readCompany())
  if (!editable) return null
  const [row] = await db.select().from(mailSentences).where(eq(mailSentences.template, template))
  const { defaults, values } = editable
  return {
    sentences: row ? pickSentences(row) : defaults,
    defaults,
    version: row?.version ?? 0,
    placeholders: Object.entries(values).map(([name, example]) => ({ name, example })),
  }
}

export async function listCustomizedTemplates(): Promise<ReadonlySet<string>> {
  const rows = await db.select({ template: mailSentences.template }).from(mailSentences)
  return new Set(rows.map(({ template }) => template))
}

export type SentencesProblem =
  | { kind: "not-editable" }
  /** Too long, an empty subject, or a subject of several lines. */
  | { kind: "not-a-sentence"; field: keyof Sentences; max: number }
  /** A customer would read them with their braces. */
  | { kind: "unknown-placeholders"; field: keyof Sentences; names: string[] }
  | Stale
  | { kind: "unchanged" }

/** Mails already ordered keep their sentences. Returns the new version. */
export async function saveSentences({
  actor,
  template,
  typed,
  loaded,
  at,
}: {
  actor: Staff
  template: MailName
  typed: Sentences
  loaded: LoadedForm | number
  at: Date
}): Promise<Result<number, SentencesProblem>> {
  const editable = findEditableDefaults(template, await readCompany())
  if (!editable) return err({ kind: "not-editable" })
  const problem = findProblem(typed, Object.keys(editable.values))
  if (problem) return err(problem)
  return transaction(async (tx) => {
    await lockByName(tx, `mail-sentences:${template}`)
    const [row] = await tx.select().from(mailSentences).where(eq(mailSentences.template, template))
    const before = row ? pickSentences(row) : editable.defaults
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
    // Never reuses a version from before a reset: a form may still be open on it.
    const next = Math.max(version, await countSaves(tx, template)) + 1
    await tx
      .insert(mailSentences)
      .values({ template, ...sentences, version: next })
      .onConflictDoUpdate({ target: mailSentences.template, set: { ...sentences, version: next } })
    await recordEvent(tx, {
      by: actor,
      action: "mail.sentences-saved",
      subject: template,
      details: { template, version: next, before: pickFields(before, changed), after: pickFields(sentences, changed) },
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

/** False when already default, or saved again since `expectedVersion`. */
export async function resetSentences(
  actor: Staff,
  template: MailName,
  expectedVersion: number,
  at: Date,
): Promise<boolean> {
  return transaction(async (tx) => {
    await lockByName(tx, `mail-sentences:${template}`)
    const [row] = await tx.select().from(mailSentences).where(eq(mailSentences.template, template))
    if (!row || row.version !== expectedVersion) return false
    await tx.delete(mailSentences).where(eq(mailSentences.template, template))
    await recordEvent(tx, {
      by: actor,
      action: "mail.sentences-reset",
      subject: template,
      details: { template, before: pickSentences(row) },
      at,
    })
    return true
  })
}

function findProblem(sentences: Sentences, allowedNames: readonly string[]): SentencesProblem | null {
  for (const field of sentenceFields) {
    const sentence = sentences[field]
    const names = unknownPlaceholders(sentence, allowedNames)
    if (names.length > 0) return { kind: "unknown-placeholders", field, names }
    const isOneLine = field !== "subject" || (sentence.trim() !== "" && !/[\r\n]/.test(sentence))
    const max = MAX_SENTENCE_LENGTH[field]
    if (!isOneLine || sentence.length > max) return { kind: "not-a-sentence", field, max }
  }
  return null
}

function findEditableDefaults(template: MailName, company: Company) {
  return toEditableDefaults(templates[template] as Template<Mails[MailName]>, exampleData[template], company)
}

function toEditableDefaults<Data>({ editable }: Template<Data>, data: Data, company: Company): EditableDefaults | null {
  return editable ? { defaults: editable.defaults, values: editable.values(data, company) } : null
}

type EditableDefaults = Pick<EditableSentences<never>, "defaults"> & { values: Readonly<Record<string, string>> }

function pickSentences({ subject, greeting, intro, closing }: Sentences): Sentences {
  return { subject, greeting, intro, closing }
}

function pickFields(sentences: Sentences, fields: readonly (keyof Sentences)[]): Partial<Sentences> {
  return Object.fromEntries(fields.map((field) => [field, sentences[field]]))
}
