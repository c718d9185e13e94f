import { readFile } from "node:fs/promises"
import path from "node:path"
import { db } from "../server/platform/database.server.ts"
import { root } from "../server/platform/environment.server.ts"
import { contractTemplates } from "../server/platform/schema/bookings.ts"
import { typesetLegal } from "./legal-texts.ts"

/**
 * The house's contract becomes version 1 of a shop that has none, whatever else the shop is seeded with. Versions that
 * exist are never touched.
 */
export async function ensureContractTemplate(): Promise<void> {
  const [written] = await db.select({ version: contractTemplates.version }).from(contractTemplates).limit(1)
  if (written) return
  // Two processes may open a new shop together: the first one writes.
  await db
    .insert(contractTemplates)
    .values({ ...(await readContractDraft()), version: 1 })
    .onConflictDoNothing()
}

/** The template as we wrote it; its first line is its title. */
export async function readContractDraft(): Promise<{ title: string; content: string }> {
  const markdown = await readFile(path.join(root, "seed/contract.md"), "utf8")
  const [, title = "", content = ""] = /^# (.+)\n+([^]+)$/.exec(markdown) ?? []
  if (title === "") throw new Error("seed/contract.md has no title")
  return { title: typesetLegal(title), content: typesetLegal(content).trim() }
}
