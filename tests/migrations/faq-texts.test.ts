import { readFileSync } from "node:fs"
import path from "node:path"
import { inArray } from "drizzle-orm"
import { beforeEach, expect, test } from "vitest"
import { db, pool } from "../../server/platform/database.server.ts"
import { faqEntries } from "../../server/platform/schema/content.ts"
import { freshDatabase } from "../harness/database.ts"

beforeEach(freshDatabase)

const migration = readFileSync(path.resolve("migrations/0161_faq_says_what_pages_say.sql"), "utf8")
const before = {
  "packs-photo":
    "Les photos envoyées sur téléphone ne sont pas comptées. Pour les tirages, ajoutez des packs à l’étape Options, qui dit combien de photos chacun contient et ce qu’il coûte par jour. Pour un mariage, comptez environ deux tirages par invité.",
  "place-et-courant":
    "D’un sol plat et d’une prise ordinaire de 16\u00a0A à moins de dix mètres. Comptez 1\u00a0m de large pour l’anneau de lumière, 1,60\u00a0m pour le photomaton bois, un cercle de 3,50\u00a0m pour la plateforme 360. La borne de table fonctionne aussi sur batterie.",
  "changer-de-date":
    "Oui, tant que la nouvelle date est libre\u00a0: écrivez-nous ou appelez-nous. Nous vous montrons la différence de prix avant de modifier quoi que ce soit. Les options peuvent changer tant que la machine n’est pas préparée.",
}
const slugs = Object.keys(before)

test("an existing shop gets the migration's answers, once, and keeps its own texts", async () => {
  for (const [order, [slug, answer]] of Object.entries(before).entries())
    await db.insert(faqEntries).values({ slug, theme: "x", question: slug, answer, order, isPublished: true })
  const answers = async () =>
    Object.fromEntries(
      (await db.select().from(faqEntries).where(inArray(faqEntries.slug, slugs))).map(({ slug, answer }) => [
        slug,
        answer,
      ]),
    )
  for (let times = 0; times < 2; times++) {
    await pool.query(migration)
    expect(await answers()).toEqual({
      "packs-photo": expect.stringMatching(/combien de photos imprimées sont comprises .* deux tirages par invité\.$/u),
      "place-et-courant": expect.stringMatching(/La machine prend 1\u00a0m .* se pose sur une table et fonctionne/u),
      "changer-de-date": expect.stringMatching(
        /«\u00a0Demander d’autres dates\u00a0» est sur la page .* écrivez-nous/u,
      ),
    })
  }
  await db.update(faqEntries).set({ answer: "Appelez-nous." })
  await pool.query(migration)
  expect(Object.values(await answers())).toEqual(slugs.map(() => "Appelez-nous."))
})
