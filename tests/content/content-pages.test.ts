import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { loader as aboutPage, meta as aboutHead } from "../../app/site/pages/about/route.tsx"
import { loader as helpCentre } from "../../app/site/help/route.tsx"
import { loader as servicesPage, meta as servicesHead } from "../../app/site/pages/services/route.tsx"
import { db, pool } from "../../server/platform/database.server.ts"
import {
  aboutPageContent,
  faqEntries,
  images,
  servicesPageContent,
  servicesPageImages,
  siteConfig,
} from "../../server/platform/schema/content.ts"
import { catchThrown } from "../accounts/browser.ts"

beforeEach(async () => {
  await db.execute(
    sql`truncate about_page_content, services_page_content, services_page_images, faq_entries, site_config cascade`,
  )
})

/** A late reader of an earlier test may have created the row already. */
async function configure(values: Partial<typeof siteConfig.$inferInsert>): Promise<void> {
  await db.insert(siteConfig).values(values).onConflictDoUpdate({ target: siteConfig.id, set: values })
}

let serial = 0

async function makeImage(): Promise<string> {
  const name = `123456789012${++serial}-0123456789abcdef`
  const url = `/files/services-page/${name}.jpg`
  await db.insert(images).values({
    url,
    bucket: "services-page",
    path: `${name}.jpg`,
    mimetype: "image/jpeg",
    size: 1,
    width: 1600,
    height: 1200,
    widths: [400, 800],
    placeholder: "",
  })
  return url
}

async function statusWithout(table: string, loader: () => unknown): Promise<number | undefined> {
  await pool.query(`alter table ${table} rename to ${table}_away`)
  try {
    const thrown = await catchThrown(loader)
    return (thrown as { init?: { status?: number } }).init?.status
  } finally {
    await pool.query(`alter table ${table}_away rename to ${table}`)
  }
}

function metaDescription(meta: (args: never) => unknown, loaderData: unknown): string | undefined {
  const head = meta({
    loaderData,
    matches: [
      {
        loaderData: {
          site: { companyName: "Le Bal perdu", title: "Le Bal perdu", description: "Des photos, et la fête." },
        },
      },
    ],
  } as never)
  return (head as { name?: string; content?: string }[]).find(({ name }) => name === "description")?.content
}

test("the services and about pages have the owner's description, or a general one before that", async () => {
  await configure({ companyName: "Le Bal perdu" })
  expect(metaDescription(servicesHead, await servicesPage())).toBe(
    "Les services de Le Bal perdu pour votre fête, de la livraison à la reprise.",
  )
  expect(metaDescription(aboutHead, await aboutPage())).toBe(
    "Qui est Le Bal perdu, et ce que vous pouvez attendre de nous.",
  )
  const content = "## Un soir\n\nNous **livrons** à l’heure, [partout](/catalog).\n\n- Une liste"
  await db.insert(servicesPageContent).values({ title: "Services", content })
  await db.insert(aboutPageContent).values({ title: "Nous", content: "Le Bal perdu est né d’une panne." })
  expect(metaDescription(servicesHead, await servicesPage())).toBe("Nous livrons à l’heure, partout.")
  expect(metaDescription(aboutHead, await aboutPage())).toBe("Le Bal perdu est né d’une panne.")
})

describe("the services page", () => {
  test("the page shows its introduction, its text below its own heading, and its pictures in order @R-services-page @C-services-read @C-services-images-read", async () => {
    await db
      .insert(servicesPageContent)
      .values({ title: "Nos services", content: "Nous **livrons**.\n\n## Livraison\n\nÀ l’heure." })
    await db.insert(servicesPageImages).values([
      { imageUrl: await makeImage(), caption: "Ensuite", order: 7 },
      { imageUrl: await makeImage(), caption: "D’abord", order: 2 },
    ])
    const { title, lead, body, slides } = await servicesPage()
    expect({ title, lead: lead?.trim(), body: body?.trim() }).toEqual({
      title: "Nos services",
      lead: "<p>Nous <strong>livrons</strong>.</p>",
      body: "<h2>Livraison</h2>\n<p>À l’heure.</p>",
    })
    expect(slides.map(({ caption, picture }) => [caption, picture.alt])).toEqual([
      ["D’abord", ""],
      ["Ensuite", ""],
    ])
  })

  test("the page exists before anything is written, with the company's own description", async () => {
    await configure({ siteDescription: "Des photos, et la fête." })
    expect(await servicesPage()).toMatchObject({
      title: "Services",
      lead: "<p>Des photos, et la fête.</p>\n",
      body: null,
      slides: [],
    })
  })

  test("the page is a designed 503 when it cannot be read @M-content-page", async () => {
    expect(await statusWithout("services_page_content", servicesPage)).toBe(503)
  })
})

describe("the about page", () => {
  test("the page shows its text, and the cloud of its words for a desk and for a phone @R-about-page @C-about-read", async () => {
    await configure({ companyEmail: "bonjour@guinguette.example" })
    await db
      .insert(aboutPageContent)
      .values({ title: "Qui nous sommes", content: "Une fête, la fête et la joie.\n\n## Atelier\n\nDu bois." })
    const { title, html, clouds, email, picture } = await aboutPage()
    expect({ title, html: html?.trim(), email, picture }).toEqual({
      title: "Qui nous sommes",
      html: "<h2>Atelier</h2>\n<p>Du bois.</p>",
      email: "bonjour@guinguette.example",
      picture: null,
    })
    expect(clouds.wide.words.map(({ text }) => text)).toEqual(["fête", "joie", "atelier", "bois"])
    expect(clouds.narrow.width).toBeLessThanOrEqual(360)
  })

  test("the cloud leaves out only stop words and the words that the owner excludes @R-about-cloud-words", async () => {
    const content = "La fête à l’atelier. Une panne cessait en minutes ? Camille répare, et la machine tombe rarement."
    await db.insert(aboutPageContent).values({ title: "À propos", content })
    const words = async () => (await aboutPage()).clouds.wide.words.map(({ text }) => text)
    expect(await words()).toEqual("fête atelier panne cessait minutes camille répare machine tombe rarement".split(" "))
    await db.update(aboutPageContent).set({ cloudWithout: "Cessait, rarement ; camille\nL’Atelier" })
    expect(await words()).toEqual(["fête", "panne", "minutes", "répare", "machine", "tombe"])
  })

  test("the page shows no text that has been replaced", async () => {
    await db.insert(aboutPageContent).values({ title: "À propos", content: "Lumière" })
    await aboutPage()
    await db.update(aboutPageContent).set({ content: "Accordéon" })
    const { clouds, html } = await aboutPage()
    expect(clouds.wide.words.map(({ text }) => text)).toEqual(["accordéon"])
    expect(html).toContain("Accordéon")
  })

  test("the page is a designed 503 when it cannot be read @M-content-page", async () => {
    expect(await statusWithout("about_page_content", aboutPage)).toBe(503)
  })
})

describe("the help centre", () => {
  test("the help centre shows published questions in the owner's order, in Markdown without foreign HTML", async () => {
    const entry = { theme: "Réserver", answer: "Oui, **toujours**. <script>alert(1)</script>" }
    await db.insert(faqEntries).values([
      { ...entry, slug: "b", question: "B ?", order: 2 },
      { ...entry, slug: "a", question: "A ?", order: 1 },
      { ...entry, slug: "c", question: "C ?", order: 0, isPublished: false },
    ])
    const { questions } = await helpCentre()
    expect(questions.map(({ slug }) => slug)).toEqual(["a", "b"])
    expect(questions[0]?.html.trim()).toBe("<p>Oui, <strong>toujours</strong>. </p>")
  })
})
