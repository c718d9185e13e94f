import { forgetAllFiles } from "./kept-files.ts"

/** What was typed in one form and not sent. */
export type Draft = {
  /** The path of the page that the form stands on. */
  path: string
  /** The values of each field by its name, in their order. A ticked box is "checked", another one "". */
  fields: Readonly<Record<string, readonly string[]>>
  /** The rows of each list that grows, as JSON (see `DraftRows`). */
  rows: Readonly<Record<string, string>>
  /** The version that it was typed over: the hidden fields that say so, by their names. */
  version: Readonly<Record<string, string>>
}

/** Every draft's key begins so; then come its owner and its form. One tab, one store. */
const PREFIX = "guinguette.draft."
const keyOf = (owner: string, name: string) => `${PREFIX}${owner} ${name}`
/** Longer than any form of ours; a browser gives a tab some five million characters for everything. */
const MAX_LENGTH = 500_000

/** The draft of that form, or null. A browser may refuse to store anything: then there is none. */
export function readDraft(owner: string, name: string): Draft | null {
  return withStorage((storage) => parse(storage.getItem(keyOf(owner, name))), null)
}

export function writeDraft(owner: string, name: string, draft: Draft): void {
  const text = JSON.stringify(draft)
  if (text.length <= MAX_LENGTH) withStorage((storage) => storage.setItem(keyOf(owner, name), text), undefined)
}

export function forgetDraft(owner: string, name: string): void {
  withStorage((storage) => storage.removeItem(keyOf(owner, name)), undefined)
}

/** What somebody else typed in this tab is not for the person who is signed in now. */
export function forgetDraftsOfOthers(owner: string): void {
  forgetWhere((key) => !key.startsWith(keyOf(owner, "")))
}

/** For a person who signs out: nothing of what was typed stays. */
export function forgetAllDrafts(): void {
  forgetWhere(() => true)
  forgetAllFiles()
}

/** True when something was typed on the page of this path, by anybody. */
export function hasDraftOn(path: string): boolean {
  const { pathname } = new URL(path, "http://ours.invalid")
  return withStorage(
    (storage) => draftKeys(storage).some((key) => parse(storage.getItem(key))?.path === pathname),
    false,
  )
}

function forgetWhere(matches: (key: string) => boolean): void {
  withStorage(
    (storage) =>
      draftKeys(storage)
        .filter(matches)
        .forEach((key) => storage.removeItem(key)),
    undefined,
  )
}

function draftKeys(storage: Storage): string[] {
  return Object.keys(storage).filter((key) => key.startsWith(PREFIX))
}

/** Storage may be full or forbidden: the form then works as it would without drafts. */
function withStorage<Answer>(use: (storage: Storage) => Answer, otherwise: Answer): Answer {
  try {
    return use(sessionStorage)
  } catch {
    return otherwise
  }
}

/** An older release may have written something else. */
function parse(text: string | null): Draft | null {
  const stored: unknown = JSON.parse(text ?? "null")
  return isDraft(stored) ? stored : null
}

function isDraft(value: unknown): value is Draft {
  if (!isRecord(value) || typeof value["path"] !== "string") return false
  const { fields, rows, version } = value
  return (
    isRecord(fields) &&
    Object.values(fields).every((texts) => Array.isArray(texts) && texts.every(isText)) &&
    [rows, version].every((texts) => isRecord(texts) && Object.values(texts).every(isText))
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null
}

function isText(value: unknown): value is string {
  return typeof value === "string"
}
