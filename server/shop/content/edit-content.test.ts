import { asc, desc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "../../../domain/accounts/party.ts"
import { makeAdministrator } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { db } from "../../platform/database.server.ts"
import { contactMessages, images, legalTexts, servicesPageImages, siteConfig } from "../../platform/schema/content.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { answerMessage, archiveMessage } from "../../outside/contact/answer-message.ts"
import { addSlide, captionSlide, moveSlide, orderSlides, readSlides, removeSlide } from "./carousel.ts"
import { changePicture } from "./change-picture.ts"
import { addFaqEntry, listFaqEntries, moveFaqEntry, removeFaqEntry, saveFaqEntry } from "./edit-faq.ts"
import { publishLegalText } from "./edit-legal.ts"
import { readPageText, savePageText } from "./edit-pages.ts"
import { type SiteTexts, saveSiteConfig, siteVersion } from "./edit-site.ts"
import {
  type TestimonialText,
  addTestimonial,
  listTestimonials,
  moveTestimonial,
  removeTestimonial,
  saveTestimonial,
} from "./edit-testimonials.ts"
import { readSiteConfig } from "./site.ts"
import { readMailOrders } from "../../../tests/harness/jobs.ts"

beforeEach(freshDatabase)

async function editor(name = "Camille"): Promise<Staff> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

const idOf = (actor: Staff) => actor.id

async function picture(name: string): Promise<string> {
  const url = `/files/public/${name}.webp`
  const row = {
    url,
    bucket: "public",
    path: `${name}.webp`,
    mimetype: "image/webp",
    size: 1,
    width: 4,
    height: 3,
    widths: [4],
    placeholder: "data:,",
  }
  await db.insert(images).values(row)
  return url
}

async function actions(): Promise<string[]> {
  return (await db.select({ action: recordedEvents.action }).from(recordedEvents).orderBy(asc(recordedEvents.id))).map(
    ({ action }) => action,
  )
}

async function texts(values: Partial<SiteTexts> = {}): Promise<{ version: string; texts: SiteTexts }> {
  const stored = await readSiteConfig()
  const {
    id: _,
    exampleClaims: _e,
    confirmedSteps: _s,
    heroImageUrl: _h,
    companyLogoUrl: _l,
    createdAt: _c,
    updatedAt: _u,
    ...texts
  } = stored
  return { version: siteVersion(stored, Object.keys(texts) as (keyof SiteTexts)[]), texts: { ...texts, ...values } }
}

describe("the configuration of the site", () => {
  test("saving the configuration records who did it and what changed", async () => {
    const camille = await editor()
    const form = await texts({ heroTitle: "Bonsoir", companyPhone: "06 12 34 56 78" })
    expect(await saveSiteConfig(camille, form.texts, form.version)).toMatchObject({
      ok: true,
      value: { heroTitle: "Bonsoir" },
    })
    const [event] = await db.select().from(recordedEvents).orderBy(desc(recordedEvents.id))
    expect(event).toMatchObject({
      action: "site.saved",
      actorName: "Camille",
      details: { changed: ["heroTitle", "companyPhone"] },
    })
  })

  test("saving an unchanged configuration records nothing", async () => {
    const form = await texts()
    expect(await saveSiteConfig(await editor(), form.texts, form.version)).toMatchObject({ ok: true })
    expect(await actions()).toEqual([])
  })

  test("the second of two open forms reads what the first changed, and may then decide", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    const first = await texts({ heroTitle: "De Camille" })
    const second = await texts({ heroTitle: "De Sasha", companyName: "De Sasha" })
    await saveSiteConfig(camille, first.texts, first.version)
    const refusal = await saveSiteConfig(sasha, second.texts, second.version)
    expect(refusal).toMatchObject({
      ok: false,
      error: { kind: "stale", by: "Camille", fields: ["heroTitle", "companyName"] },
    })
    expect(await readSiteConfig()).toMatchObject({ heroTitle: "De Camille", companyName: "Guinguette" })
    if (refusal.ok) throw new Error("It was taken")
    expect(
      await saveSiteConfig(sasha, second.texts, { version: refusal.error.version, choices: new Map() }),
    ).toMatchObject({
      ok: true,
      value: { companyName: "De Sasha" },
    })
  })

  test("the page's two forms are saved apart: one's save leaves the other current", async () => {
    const camille = await editor()
    const stored = await readSiteConfig()
    await saveSiteConfig(camille, { companyName: "Le Bal perdu" }, siteVersion(stored, ["companyName"]))
    const outcome = await saveSiteConfig(camille, { heroTitle: "Bonsoir" }, siteVersion(stored, ["heroTitle"]))
    expect(outcome).toMatchObject({ ok: true, value: { companyName: "Le Bal perdu", heroTitle: "Bonsoir" } })
  })

  test("a picture uploaded meanwhile does not make a form old", async () => {
    const camille = await editor()
    const form = await texts({ heroTitle: "Bonsoir" })
    await changePicture({ actor: camille, holder: { kind: "hero" }, url: await picture("1"), expected: null })
    expect(await saveSiteConfig(camille, form.texts, form.version)).toMatchObject({
      ok: true,
      value: { heroImageUrl: "/files/public/1.webp" },
    })
  })

  test("a stale form overwrites nothing until each field has a choice", async () => {
    const form = await texts({ heroTitle: "Bonsoir" })
    await db.update(siteConfig).set({ ratingLabel: "5 sur Google" })
    const camille = await editor()
    const refusal = await saveSiteConfig(camille, form.texts, form.version)
    expect(refusal).toMatchObject({ ok: false, error: { kind: "stale", by: "" } })
    if (refusal.ok || refusal.error.kind !== "stale") throw new Error("It was taken")
    const { fields, version } = refusal.error
    expect(fields.toSorted()).toEqual(["heroTitle", "ratingLabel"])
    const undecided = new Map<string, "mine" | null>([
      ["heroTitle", "mine"],
      ["ratingLabel", null],
    ])
    expect(await saveSiteConfig(camille, form.texts, { version, choices: undecided })).toMatchObject({
      ok: false,
      error: { fields },
    })
    const choices = new Map([
      ["heroTitle", "mine"],
      ["ratingLabel", "stored"],
    ] as const)
    const outdated = { version: form.version, choices }
    expect(await saveSiteConfig(camille, form.texts, outdated)).toMatchObject({ ok: false })
    expect(await saveSiteConfig(camille, form.texts, { version, choices })).toMatchObject({ ok: true })
    expect(await readSiteConfig()).toMatchObject({ heroTitle: "Bonsoir", ratingLabel: "5 sur Google" })
  })

  test("a configuration saved twice at once from the same version is accepted once", async () => {
    const people = [await editor("Camille"), await editor("Sasha")]
    const form = await texts()
    const answers = await Promise.all(
      people.map((actor) => saveSiteConfig(actor, { ...form.texts, heroTitle: actor.name }, form.version)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe("a page's text", () => {
  test("a page's text is created, then saved from its current version", async () => {
    const camille = await editor()
    expect(
      await savePageText({ actor: camille, page: "about", title: "Nous", content: "Un", loaded: null }),
    ).toMatchObject({ ok: true })
    expect(
      await savePageText({ actor: camille, page: "about", title: "Nous", content: "Deux", loaded: null }),
    ).toMatchObject({
      ok: false,
      error: { kind: "stale", fields: ["content"] },
    })
    const version = (await readPageText("about"))?.updatedAt ?? null
    expect(
      await savePageText({ actor: camille, page: "about", title: "Nous", content: "Deux", loaded: version }),
    ).toMatchObject({
      ok: true,
      value: { content: "Deux" },
    })
    expect(await actions()).toEqual(["page.saved", "page.saved"])
  })

  test("the about page keeps the words its cloud leaves out; the services page has no cloud", async () => {
    const camille = await editor()
    const text = { title: "Nous", content: "Un", cloudWithout: "panne, retard" }
    await savePageText({ actor: camille, page: "about", ...text, loaded: null })
    await savePageText({ actor: camille, page: "services", ...text, loaded: null })
    expect(await readPageText("about")).toMatchObject({ cloudWithout: "panne, retard" })
    expect(await readPageText("services")).toMatchObject({ cloudWithout: "" })
  })

  test("the texts of the two pages are independent, and a picture requires a text beside it", async () => {
    const camille = await editor()
    await savePageText({ actor: camille, page: "services", title: "Services", content: "Un", loaded: null })
    expect(await readPageText("about")).toBeNull()
    expect(
      await changePicture({ actor: camille, holder: { kind: "about" }, url: await picture("2"), expected: null }),
    ).toEqual({
      ok: false,
      error: { kind: "gone" },
    })
  })
})

describe("the carousel", () => {
  const order = async () => db.select().from(servicesPageImages).orderBy(asc(servicesPageImages.order))

  test("the carousel starts at 0 and grows at its end, also after a removal in the middle", async () => {
    const camille = await editor()
    const url = await picture("3")
    const [first, second] = [await addSlide(camille, url), await addSlide(camille, url)]
    await addSlide(camille, url)
    expect((await order()).map((slide) => slide.order)).toEqual([0, 1, 2])
    expect(await removeSlide(camille, second)).toMatchObject({ ok: true })
    await addSlide(camille, url)
    expect((await order()).map((slide) => slide.order)).toEqual([0, 2, 3])
    expect((await order())[0]?.id).toBe(first)
  })

  test("two pictures added at once get different places", async () => {
    const [camille, url] = [await editor(), await picture("4")]
    await Promise.all(Array.from({ length: 6 }, () => addSlide(camille, url)))
    expect((await order()).map((slide) => slide.order)).toEqual([0, 1, 2, 3, 4, 5])
  })

  test("the carousel is reordered as a whole, unless its list has changed meanwhile", async () => {
    const [camille, url] = [await editor(), await picture("5")]
    const [a, b, c] = [await addSlide(camille, url), await addSlide(camille, url), await addSlide(camille, url)]
    const version = (await readSlides()).find(({ id }) => id === a)?.updatedAt ?? new Date(0)
    expect(await orderSlides(camille, [c, a, b])).toEqual({ ok: true, value: null })
    expect((await order()).map(({ id }) => id)).toEqual([c, a, b])
    expect(await moveSlide(camille, b, "up")).toMatchObject({ ok: true })
    expect((await order()).map(({ id }) => id)).toEqual([c, b, a])
    expect(await orderSlides(camille, [a, b])).toEqual({ ok: false, error: { kind: "list-changed" } })
    // A new place makes no open form stale.
    expect(
      await captionSlide({
        actor: camille,
        id: a,
        typed: { caption: "Le bal", imageAlt: "Des danseurs" },
        loaded: version,
      }),
    ).toMatchObject({
      ok: true,
    })
    await removeSlide(camille, a)
    for (const answer of [
      await captionSlide({ actor: camille, id: a, typed: { caption: "x", imageAlt: "" }, loaded: version }),
      await removeSlide(camille, a),
      await moveSlide(camille, a, "up"),
      await removeSlide(camille, crypto.randomUUID()),
    ]) {
      expect(answer).toEqual({ ok: false, error: { kind: "gone" } })
    }
  })
})

test("reviews and questions are added at the end, moved, saved and removed, all in the journal", async () => {
  const camille = await editor()
  const review: TestimonialText = { author: "Nadia", rating: 5, day: "2026-06-12", text: "Parfait", isExample: false }
  const [a, b] = [await addTestimonial(camille, review), await addTestimonial(camille, { ...review, author: "Léo" })]
  await moveTestimonial(camille, b, "up")
  expect((await listTestimonials()).map(({ id }) => id)).toEqual([b, a])
  expect(
    await saveTestimonial({ actor: camille, id: a, typed: { ...review, rating: 4 }, loaded: new Date(0) }),
  ).toMatchObject({
    ok: false,
    error: { kind: "stale" },
  })
  const version = (await listTestimonials()).find(({ id }) => id === a)?.updatedAt ?? null
  expect(
    await saveTestimonial({ actor: camille, id: a, typed: { ...review, rating: 4 }, loaded: version }),
  ).toMatchObject({
    ok: true,
    value: { rating: 4 },
  })
  await removeTestimonial(camille, a)
  expect(await saveTestimonial({ actor: camille, id: a, typed: review, loaded: version })).toEqual({
    ok: false,
    error: { kind: "gone" },
  })

  const question = { theme: "Réserver", question: "Où êtes-vous ?", answer: "Ici", isPublished: true }
  const [x, y] = [await addFaqEntry(camille, question), await addFaqEntry(camille, question)]
  expect((await listFaqEntries()).map(({ slug }) => slug)).toEqual(["ou-etes-vous", "ou-etes-vous-2"])
  await moveFaqEntry(camille, x, "down")
  expect((await listFaqEntries()).map(({ id }) => id)).toEqual([y, x])
  const read = (await listFaqEntries()).find(({ id }) => id === x)?.updatedAt ?? null
  expect(
    await saveFaqEntry({ actor: camille, id: x, typed: { ...question, question: "Quand ?" }, loaded: read }),
  ).toMatchObject({
    ok: true,
    value: { slug: "ou-etes-vous" },
  })
  await removeFaqEntry(camille, x)
  expect(await removeFaqEntry(camille, x)).toEqual({ ok: false, error: { kind: "gone" } })
  expect(new Set(await actions())).toEqual(
    new Set([
      "testimonial.added",
      "testimonial.moved",
      "testimonial.saved",
      "testimonial.removed",
      "faq.added",
      "faq.moved",
      "faq.saved",
      "faq.removed",
    ]),
  )
})

describe("a legal text", () => {
  test("a legal text becomes a new version on each save, and the older ones stay", async () => {
    const camille = await editor()
    expect(
      await publishLegalText({ actor: camille, page: "cgv", typed: { title: "CGV", content: "Un" }, loaded: 0 }),
    ).toMatchObject({
      ok: true,
      value: { version: 1, createdBy: idOf(camille) },
    })
    expect(
      await publishLegalText({ actor: camille, page: "cgv", typed: { title: "CGV", content: "Deux" }, loaded: 1 }),
    ).toMatchObject({
      ok: true,
      value: { version: 2 },
    })
    expect(
      (await db.select().from(legalTexts).where(eq(legalTexts.page, "cgv")).orderBy(asc(legalTexts.version))).map(
        ({ content }) => content,
      ),
    ).toEqual(["Un", "Deux"])
    expect(
      await publishLegalText({ actor: camille, page: "cgv", typed: { title: "CGV", content: "Trois" }, loaded: 1 }),
    ).toMatchObject({
      ok: false,
      error: { kind: "stale", version: "2", by: "Camille", fields: ["content"] },
    })
    expect(
      await publishLegalText({ actor: camille, page: "cgv", typed: { title: "CGV", content: "Deux" }, loaded: 2 }),
    ).toEqual({
      ok: false,
      error: { kind: "unchanged" },
    })
  })

  test("a legal text refuses a placeholder whose fact is missing", async () => {
    const answer = await publishLegalText({
      actor: await editor(),
      page: "privacy",
      typed: { title: "Vie privée", content: "{{entreprise.nom}} {{rien}}" },
      loaded: 0,
    })
    expect(answer).toEqual({ ok: false, error: { kind: "unknown-placeholders", names: ["rien"] } })
    expect(await db.select().from(legalTexts)).toEqual([])
  })

  test("a legal text published twice at once from the same version is published once", async () => {
    const people = [await editor("Camille"), await editor("Sasha")]
    const answers = await Promise.all(
      people.map((actor) =>
        publishLegalText({ actor, page: "rgpd", typed: { title: "RGPD", content: actor.name }, loaded: 0 }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })
})

describe("a message", () => {
  async function message() {
    const [row] = await db
      .insert(contactMessages)
      .values({ name: "Aïcha", email: "aicha@exemple.example", message: "Bonjour" })
      .returning()
    if (!row) throw new Error("No message was made")
    return row.id
  }

  test("a message is archived and comes back to its place", async () => {
    const [camille, id] = [await editor(), await message()]
    expect(await archiveMessage({ actor: camille, id, isArchived: true })).toMatchObject({
      ok: true,
      value: { message: { status: "archived" } },
    })
    expect(await archiveMessage({ actor: camille, id, isArchived: false })).toMatchObject({
      ok: true,
      value: { message: { status: "new" } },
    })
    expect(await actions()).toEqual(["contact.archived", "contact.restored"])
  })

  test("a message gets one reply and one mail, even when two people reply at once", async () => {
    const [camille, sasha, id] = [await editor("Camille"), await editor("Sasha"), await message()]
    expect(await answerMessage(camille, id, "Oui")).toMatchObject({
      ok: true,
      value: { status: "answered", answer: "Oui", answeredBy: idOf(camille) },
    })
    expect(await answerMessage(sasha, id, "Non")).toMatchObject({
      ok: false,
      error: { kind: "answered", by: "Camille" },
    })
    expect(await readMailOrders()).toMatchObject([
      {
        template: "contact-answer",
        to: [{ name: "Aïcha", address: "aicha@exemple.example" }],
        data: { question: "Bonjour", answer: "Oui" },
      },
    ])
    expect(await actions()).toEqual(["contact.answered"])
  })

  test("a missing message cannot be answered", async () => {
    expect(await answerMessage(await editor(), "00000000-0000-4000-8000-000000000000", "Oui")).toEqual({
      ok: false,
      error: { kind: "gone" },
    })
  })
})
