import { asc } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db } from "../server/database.server.ts"
import { contractTemplates } from "../server/schema/bookings.ts"
import { freshDatabase } from "../tests/harness/database.ts"
import { contractCorrections, correctContractTemplate } from "./contract-corrections.ts"
import { ensureContractTemplate, readContractDraft } from "./contract-template.ts"
import { typesetLegal } from "./legal-texts.ts"

beforeEach(freshDatabase)

const templates = () =>
  db
    .select({ version: contractTemplates.version, content: contractTemplates.content })
    .from(contractTemplates)
    .orderBy(asc(contractTemplates.version))

test.each(contractCorrections)("A new shop's contract says it right: $says", async ({ said, says }) => {
  const { content } = await readContractDraft()
  expect(content).toContain(typesetLegal(says))
  expect(content).not.toContain(typesetLegal(said))
})

test("A shop that has the former contract gets one new version, and keeps the old one", async () => {
  const draft = await readContractDraft()
  const former = contractCorrections.reduce(
    (text, { said, says }) => text.replace(typesetLegal(says), () => typesetLegal(said)),
    draft.content,
  )
  expect(former).not.toBe(draft.content)
  await db.insert(contractTemplates).values({ version: 1, title: draft.title, content: former })
  await ensureContractTemplate()
  await Promise.all([correctContractTemplate(), correctContractTemplate()])
  await correctContractTemplate()
  expect(await templates()).toEqual([
    { version: 1, content: former },
    { version: 2, content: draft.content },
  ])
})

test("A sentence that an earlier correction left is corrected too", async () => {
  const { title, content } = await readContractDraft()
  const stale = content.replace(
    "E-mail\u00a0: {{entreprise.courriel}}.{{#si",
    "Courriel\u00a0: {{entreprise.courriel}}.{{#si",
  )
  expect(stale).not.toBe(content)
  await db.insert(contractTemplates).values({ version: 2, title, content: stale })
  await correctContractTemplate()
  expect((await templates()).at(-1)).toEqual({ version: 3, content })
})

test("An owner's own contract is left alone", async () => {
  await db.insert(contractTemplates).values({ version: 1, title: "Le nôtre", content: "Autre" })
  await correctContractTemplate()
  expect(await templates()).toEqual([{ version: 1, content: "Autre" }])
})
