import { readFile } from "node:fs/promises"
import path from "node:path"
import type { LegalPage } from "../domain/content/legal-pages.ts"
import { db } from "../server/platform/database.server.ts"
import { root } from "../server/platform/environment.server.ts"
import { legalTexts } from "../server/platform/schema/content.ts"
import { legalPages } from "../domain/content/legal-pages.ts"
import { typeset } from "./typography.ts"

type LegalDraft = { page: LegalPage; title: string; content: string }

const folder = path.join(root, "seed/legal")

/** Runs for every seed, because an owner needs them at once; existing versions are never touched. */
export async function ensureLegalTexts(): Promise<void> {
  const existing = await db.selectDistinct({ page: legalTexts.page }).from(legalTexts)
  const missing = legalPages.filter((page) => !existing.some((row) => row.page === page))
  if (missing.length === 0) return
  const drafts = await Promise.all(missing.map(readLegalDraft))
  // Two processes may open a new shop together: the first one writes.
  await db
    .insert(legalTexts)
    .values(drafts.map((draft) => ({ ...draft, version: 1 })))
    .onConflictDoNothing()
}

export async function readLegalDraft(page: LegalPage): Promise<LegalDraft> {
  const markdown = await readFile(path.join(folder, `${page}.md`), "utf8")
  const [, title = "", content = ""] = /^# (.+)\n+([^]+)$/.exec(markdown) ?? []
  if (title === "") throw new Error(`seed/legal/${page}.md has no title`)
  return { page, title: typesetLegal(title), content: typesetLegal(content).trim() }
}

export function typesetLegal(text: string): string {
  return typeset(text)
    .replace(/\b([LRD]\.) (?=\d)/g, "$1\u00a0")
    .replace(/(n°|art\.|articles?) (?=\d|[LRD]\.)/g, "$1\u00a0")
}
