import { forgetAllFiles } from "./stored-files.ts"

export type Draft = {
  path: string
  /** A ticked box is "checked", an unticked one "". */
  fields: Readonly<Record<string, readonly string[]>>
  rows: Readonly<Record<string, string>>
  version: Readonly<Record<string, string>>
}

const PREFIX = "guinguette.draft."
const draftKey = (owner: string, name: string) => `${PREFIX}${owner} ${name}`
const MAX_LENGTH = 500_000

export function readDraft(owner: string, name: string): Draft | null {
  return withStorage((storage) => parse(storage.getItem(draftKey(owner, name))), null)
}

export function writeDraft(owner: string, name: string, draft: Draft): void {
  const text = JSON.stringify(draft)
  if (text.length <= MAX_LENGTH) withStorage((storage) => storage.setItem(draftKey(owner, name), text), undefined)
}

export function forgetDraft(owner: string, name: string): void {
  withStorage((storage) => storage.removeItem(draftKey(owner, name)), undefined)
}

/** Never restore another person's draft in the same tab. */
export function forgetDraftsOfOthers(owner: string): void {
  forgetWhere((key) => !key.startsWith(draftKey(owner, "")))
}

export function forgetAllDrafts(): void {
  forgetWhere(() => true)
  forgetAllFiles()
}

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

/** Storage may be full or forbidden: forms work without it. */
function withStorage<Answer>(use: (storage: Storage) => Answer, fallback: Answer): Answer {
  try {
    return use(sessionStorage)
  } catch {
    return fallback
  }
}

/** An older release may have stored another shape. */
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
