import { desc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { LegalPage } from "../domain/content/legal-pages.ts"
import { db } from "../server/database.server.ts"
import { legalTexts } from "../server/schema/content.ts"
import { recordedEvents } from "../server/schema/events.ts"
import { freshDatabase } from "../tests/harness/database.ts"
import { correctLegalTexts, corrections } from "./legal-corrections.ts"
import { ensureLegalTexts, readLegalDraft, typesetLegal } from "./legal-texts.ts"

beforeEach(freshDatabase)

/** The house's text as it was before its sentences were corrected. */
async function formerDraft(page: LegalPage): Promise<string> {
  return corrections
    .filter((each) => each.page === page)
    .reduce(
      (text, { said, says }) => text.replace(typesetLegal(says), () => typesetLegal(said)),
      (await readLegalDraft(page)).content,
    )
}

async function versionsOf(page: LegalPage) {
  return db
    .select({ version: legalTexts.version, content: legalTexts.content })
    .from(legalTexts)
    .where(eq(legalTexts.page, page))
    .orderBy(desc(legalTexts.version))
}

describe("a sentence of the house that the product has made untrue", () => {
  test.each(corrections)("is another one in the texts of a new shop: $says", async ({ page, said, says }) => {
    const { content } = await readLegalDraft(page)
    expect(content).toContain(typesetLegal(says))
    expect(content).not.toContain(typesetLegal(said))
  })

  test("is replaced by a new version, once, and the old version stays", async () => {
    const former = await formerDraft("cookies")
    expect(former).toContain("À ce jour, rien n’est mesuré.")
    await db.insert(legalTexts).values({ page: "cookies", version: 1, title: "Cookies", content: former })
    await ensureLegalTexts()
    await Promise.all([correctLegalTexts(), correctLegalTexts()])
    await correctLegalTexts()
    expect(await versionsOf("cookies")).toEqual([
      { version: 2, content: (await readLegalDraft("cookies")).content },
      { version: 1, content: former },
    ])
    // What is replaced is frozen; nobody has accepted the new one yet, and the shop may still be set up (D44).
    const frozen = await db
      .select({ version: legalTexts.version, filled: legalTexts.filled })
      .from(legalTexts)
      .where(eq(legalTexts.page, "cookies"))
    expect(frozen.filter((each) => each.filled === null).map(({ version }) => version)).not.toContain(1)
    const told = await db.select().from(recordedEvents).where(eq(recordedEvents.action, "legal.published"))
    expect(told).toMatchObject([
      { actorKind: "system", subjectId: "cookies", details: { version: 2, title: "Cookies" } },
    ])
  })

  test("is replaced where an earlier correction has put it", async () => {
    const { content } = await readLegalDraft("cookies")
    const stale = content.replace("arrête le comptage", "arrête le compte")
    await db.insert(legalTexts).values({ page: "cookies", version: 2, title: "Cookies", content: stale })
    await correctLegalTexts()
    expect((await versionsOf("cookies"))[0]).toEqual({ version: 3, content })
  })

  test("leaves the owner's own words as they are, around it and elsewhere", async () => {
    const [first] = corrections
    if (!first) throw new Error("There is nothing to correct")
    await db
      .insert(legalTexts)
      .values({ page: "cookies", version: 4, title: "À moi", content: `Mes mots.\n\n${typesetLegal(first.said)}` })
    await db
      .insert(legalTexts)
      .values({ page: "privacy", version: 2, title: "À moi aussi", content: "Tout est à moi." })
    await correctLegalTexts()
    expect((await versionsOf("cookies"))[0]).toEqual({
      version: 5,
      content: `Mes mots.\n\n${typesetLegal(first.says)}`,
    })
    expect(await versionsOf("privacy")).toHaveLength(1)
  })

  test("is nowhere in a new shop, whose texts stay at their first version", async () => {
    await ensureLegalTexts()
    await correctLegalTexts()
    expect((await db.select().from(legalTexts)).filter(({ version }) => version > 1)).toEqual([])
  })
})
