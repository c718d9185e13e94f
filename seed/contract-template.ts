import { readFile } from "node:fs/promises"
import path from "node:path"
import { db } from "../server/platform/database.server.ts"
import { root } from "../server/platform/environment.server.ts"
import { contractTemplates } from "../server/platform/schema/bookings.ts"
import { typesetLegal } from "./legal-texts.ts"

/** Runs for every seed; existing versions are never touched. */
export async function ensureContractTemplate(): Promise<void> {
  const [existing] = await db.select({ version: contractTemplates.version }).from(contractTemplates).limit(1)
  if (existing) return
  // Two processes may open a new shop together: the first one writes.
  await db
    .insert(contractTemplates)
    .values({ ...(await readContractDraft()), version: 1 })
    .onConflictDoNothing()
}

export async function readContractDraft(): Promise<{ title: string; content: string }> {
  const markdown = await readFile(path.join(root, "seed/contract.md"), "utf8")
  const [, title = "", content = ""] = /^# (.+)\n+([^]+)$/.exec(markdown) ?? []
  if (title === "") throw new Error("seed/contract.md has no title")
  return { title: typesetLegal(title), content: typesetLegal(content).trim() }
}
