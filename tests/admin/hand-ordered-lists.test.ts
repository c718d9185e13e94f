import { eq } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import * as faqPage from "../../app/admin/faq/route.tsx"
import * as testimonialsPage from "../../app/admin/testimonials/route.tsx"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { faqEntries, testimonials } from "../../server/platform/schema/content.ts"
import { routeArgs } from "../accounts/browser.ts"
import { freshDatabase } from "../harness/database.ts"

const camille = { name: "Camille", email: "camille@exemple.fr", password: "le bal du 14 juillet" }
let administrator: Request

beforeAll(async () => {
  await freshDatabase()
  administrator = (await signedUp(camille)).request
  await db.update(profiles).set({ role: "admin" }).where(eq(profiles.email, camille.email))
  await db.insert(faqEntries).values([
    {
      slug: "a",
      theme: "Réserver",
      question: "Combien de temps avant ?",
      answer: "Dès que la date est **sûre**.",
      order: 3,
    },
    {
      slug: "b",
      theme: "Réserver",
      question: "Puis-je annuler ?",
      answer: "Oui, selon le délai.",
      order: 1,
      isPublished: false,
    },
    { slug: "c", theme: "Livraison", question: "Livrez-vous à Créteil ?", answer: "Oui.", order: 2 },
  ])
  await db.insert(testimonials).values([
    { author: "Zoé Lœuf", day: "2027-01-02", text: "Un bal mémorable.", order: 2 },
    { author: "Karim", day: "2027-01-01", text: "Tout était prêt à l’heure.", order: 1, isExample: true },
  ])
})

async function read<View>({ loader }: { loader(args: never): Promise<unknown> }, path: string): Promise<View> {
  const args = await routeArgs(new Request(new URL(path, administrator.url), { headers: administrator.headers }))
  return ((await loader(args as never)) as { data: View }).data
}

describe("the questions", () => {
  type View = { entries: { question: string }[]; count: number; removing: { title: string } | null }
  const list = async (query: string) =>
    (await read<View>(faqPage, `/admin/faq${query}`)).entries.map(({ question }) => question)

  test("the questions are in the owner's order, and match any word of theirs or of their answer", async () => {
    expect(await list("")).toEqual(["Puis-je annuler ?", "Livrez-vous à Créteil ?", "Combien de temps avant ?"])
    expect(await list("?q=creteil")).toEqual(["Livrez-vous à Créteil ?"])
    expect(await list("?q=sure+RESERVER")).toEqual(["Combien de temps avant ?"])
    expect(await list("?q=introuvable")).toEqual([])
  })

  test("the questions are filtered by theme and by state", async () => {
    expect(await list(`?theme=${encodeURIComponent("Réserver")}`)).toEqual([
      "Puis-je annuler ?",
      "Combien de temps avant ?",
    ])
    expect(await list("?etat=masquee")).toEqual(["Puis-je annuler ?"])
    expect(await list(`?etat=publiee&theme=${encodeURIComponent("Réserver")}&q=date`)).toEqual([
      "Combien de temps avant ?",
    ])
  })

  test("the questions show their total, are reordered only as a whole, and ask before a deletion", async () => {
    const [row] = await db.select().from(faqEntries).where(eq(faqEntries.slug, "b"))
    expect(await read<View>(faqPage, `/admin/faq?q=creteil&supprimer=${row?.id}`)).toMatchObject({
      count: 3,
      removing: { title: "Puis-je annuler ?" },
    })
  })
})

test("the reviews match by author and words, and can be narrowed to the examples @R-admin-testimonials", async () => {
  type View = { entries: { author: string }[]; count: number }
  const list = async (query: string) =>
    (await read<View>(testimonialsPage, `/admin/testimonials${query}`)).entries.map(({ author }) => author)
  expect(await list("")).toEqual(["Karim", "Zoé Lœuf"])
  expect(await list("?q=zoe+memorable")).toEqual(["Zoé Lœuf"])
  expect(await list("?etat=exemple")).toEqual(["Karim"])
  expect(await list("?etat=client&q=bal")).toEqual(["Zoé Lœuf"])
})
