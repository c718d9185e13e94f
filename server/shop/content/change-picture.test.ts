import { asc, desc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { Staff } from "../../../domain/accounts/party.ts"
import { makeAdministrator, makeProduct } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { addOption } from "../../catalog/edit-options.ts"
import { saveProduct } from "../../bookings/save-product.ts"
import { db } from "../../platform/database.server.ts"
import { photograph } from "../../platform/images/pictures.fixture.ts"
import { removeUnusedImages } from "../../platform/images/remove-unused.ts"
import { storeImage } from "../../platform/images/store-image.ts"
import { productOptions, products } from "../../platform/schema/catalog.ts"
import { aboutPageContent, images, siteConfig, testimonials } from "../../platform/schema/content.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { changePicture } from "./change-picture.ts"
import { savePageText } from "./edit-pages.ts"
import { addTestimonial } from "./edit-testimonials.ts"
import type { PictureHolder } from "./picture-places.ts"

beforeEach(freshDatabase)

const nobody = "00000000-0000-4000-8000-000000000000"

async function editor(name = "Camille"): Promise<Staff> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

async function picture(): Promise<string> {
  const stored = await storeImage({ bucket: "public", body: await photograph(8, 6) })
  if (!stored.ok) throw new Error(stored.error.problem)
  return stored.value.url
}

async function expectChanged(change: Parameters<typeof changePicture>[0]): Promise<void> {
  const answer = await changePicture(change)
  if (!answer.ok) throw new Error("The picture was not changed")
}

async function everyPlace(
  camille: Staff,
): Promise<{ holder: PictureHolder; readUrl: () => Promise<string | null | undefined> }[]> {
  await savePageText({ actor: camille, page: "about", title: "Nous", content: "Un soir.", loaded: null })
  const { id: product } = await makeProduct()
  const option = await addOption({
    actor: camille,
    productId: product,
    parentOptionId: null,
    fields: {
      name: "Décor",
      description: "",
      price: 0,
      unit: "unit",
      quantityStep: 1,
      minQuantity: 0,
      maxQuantity: null,
      staysWithClient: false,
      isOnce: false,
      choiceGroup: "",
      accessoryId: null,
    },
  })
  if (!option.ok) throw new Error(option.error.kind)
  const portrait = await addTestimonial(camille, {
    author: "Nadia",
    rating: 5,
    day: "2026-06-12",
    text: "Parfait",
    isExample: false,
  })
  return [
    { holder: { kind: "hero" }, readUrl: async () => (await db.select().from(siteConfig))[0]?.heroImageUrl },
    { holder: { kind: "logo" }, readUrl: async () => (await db.select().from(siteConfig))[0]?.companyLogoUrl },
    { holder: { kind: "about" }, readUrl: async () => (await db.select().from(aboutPageContent))[0]?.imageUrl },
    {
      holder: { kind: "product", id: product },
      readUrl: async () => (await db.select().from(products).where(eq(products.id, product)))[0]?.imageUrl,
    },
    {
      holder: { kind: "option", id: option.value },
      readUrl: async () =>
        (await db.select().from(productOptions).where(eq(productOptions.id, option.value)))[0]?.imageUrl,
    },
    {
      holder: { kind: "portrait", id: portrait },
      readUrl: async () => (await db.select().from(testimonials).where(eq(testimonials.id, portrait)))[0]?.imageUrl,
    },
  ]
}

describe("a picture of the site", () => {
  test("a picture is shown, replaced and removed in every place, and the journal records it", async () => {
    const camille = await editor()
    for (const { holder, readUrl } of await everyPlace(camille)) {
      const [first, second] = [await picture(), await picture()]
      await expectChanged({ actor: camille, holder, url: first, expected: null })
      await expectChanged({ actor: camille, holder, url: second, expected: first })
      expect(await readUrl(), holder.kind).toBe(second)
      await expectChanged({ actor: camille, holder, url: null, expected: second })
      expect(await readUrl(), holder.kind).toBeNull()
      const [recorded] = await db.select().from(recordedEvents).orderBy(desc(recordedEvents.id)).limit(1)
      expect(Object.values(recorded?.details["before"] ?? {}), holder.kind).toEqual([second])
    }
  })

  test("a picture that somebody else replaced or removed is not overwritten unseen", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    for (const { holder, readUrl } of await everyPlace(camille)) {
      const [opened, theirs, mine] = [await picture(), await picture(), await picture()]
      await expectChanged({ actor: camille, holder, url: opened, expected: null })
      await expectChanged({ actor: camille, holder, url: theirs, expected: opened })
      for (const sentUrl of [mine, null]) {
        expect(
          await changePicture({ actor: sasha, holder, url: sentUrl, expected: opened }),
          holder.kind,
        ).toMatchObject({
          ok: false,
          error: { kind: "stale", by: "Camille", present: theirs },
        })
      }
      expect(await readUrl(), holder.kind).toBe(theirs)
      // Having seen the other version, they may overwrite it.
      await expectChanged({ actor: sasha, holder, url: mine, expected: theirs })
      await expectChanged({ actor: camille, holder, url: null, expected: mine })
      expect(await changePicture({ actor: sasha, holder, url: theirs, expected: mine }), holder.kind).toMatchObject({
        ok: false,
        error: { kind: "stale", by: "Camille", present: null },
      })
    }
  })

  test("a picture sent twice at once from the same screen is accepted once", async () => {
    const people = [await editor("Camille"), await editor("Sasha")]
    const { id } = await makeProduct()
    const urls = [await picture(), await picture()]
    const answers = await Promise.all(
      people.map((actor, index) =>
        changePicture({ actor, holder: { kind: "product", id }, url: urls[index] ?? null, expected: null }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("a picture changes nothing on a deleted record, nor when it is already set", async () => {
    const camille = await editor()
    const url = await picture()
    for (const id of [nobody, "nouveau"])
      expect(await changePicture({ actor: camille, holder: { kind: "product", id }, url, expected: null })).toEqual({
        ok: false,
        error: { kind: "gone" },
      })
    await expectChanged({ actor: camille, holder: { kind: "hero" }, url, expected: null })
    expect(await changePicture({ actor: camille, holder: { kind: "hero" }, url, expected: null })).toEqual({
      ok: true,
      value: null,
    })
    expect(
      (await db.select({ action: recordedEvents.action }).from(recordedEvents).orderBy(asc(recordedEvents.id))).map(
        ({ action }) => action,
      ),
    ).toEqual(["site.image-changed"])
  })

  test("a picture replaced while a form is open does not make the form's texts stale", async () => {
    const camille = await editor()
    const product = await makeProduct()
    const [stored] = await db.select().from(products).where(eq(products.id, product.id))
    if (!stored) throw new Error("No product was made")
    const { id: _, imageUrl: _i, order: _o, archivedAt: _a, createdAt: _c, updatedAt: version, ...fields } = stored
    await expectChanged({
      actor: camille,
      holder: { kind: "product", id: product.id },
      url: await picture(),
      expected: null,
    })
    expect(
      await saveProduct({ actor: camille, id: product.id, fields: { ...fields, name: "Le Miroir" }, loaded: version }),
    ).toMatchObject({
      ok: true,
      value: { name: "Le Miroir" },
    })
  })

  test("the file is deleted once its picture is replaced or removed", async () => {
    const camille = await editor()
    const [first, second] = [await picture(), await picture()]
    await expectChanged({ actor: camille, holder: { kind: "hero" }, url: first, expected: null })
    await expectChanged({ actor: camille, holder: { kind: "hero" }, url: second, expected: first })
    expect(await removeUnusedImages(new Date(Date.now() + 3_600_000))).toMatchObject({ pictures: 1 })
    expect(await db.select({ url: images.url }).from(images)).toEqual([{ url: second }])
  })
})
