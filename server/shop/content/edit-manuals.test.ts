import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../../domain/id.ts"
import type { Administrator } from "../../../domain/accounts/party.ts"
import { makeAdministrator, makeProduct, now } from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { removeProduct } from "../../bookings/remove-product.ts"
import { db } from "../../platform/database.server.ts"
import { products } from "../../platform/schema/catalog.ts"
import { recordedEvents } from "../../platform/schema/events.ts"
import { readStoredManual, saveManual } from "./edit-manuals.ts"

beforeEach(freshDatabase)

const one = { title: "Allumer", content: "Appuyez." }
const two = { title: "Changer le papier", content: "Ouvrez.", image_url: null, image_alt: "" }

async function editor(name = "Camille"): Promise<Administrator> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

function valueOf<Value>(result: { ok: true; value: Value } | { ok: false; error: { kind: string } }): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

async function manualUrl(id: ProductId) {
  const [row] = await db.select({ manualUrl: products.manualUrl }).from(products).where(eq(products.id, id))
  return row?.manualUrl
}

const seen = async (id: string) => (await readStoredManual(id))?.updatedAt ?? null

describe("a manual", () => {
  test("is saved with its sections in their order, and is the product's from then on @R-manuals-screen @C-manuals-write", async () => {
    const { id } = await makeProduct()
    expect(valueOf(await saveManual(await editor(), id, { sections: [one, two] }, null))).toMatchObject({
      manualUrl: `/manual/${id}`,
    })
    expect(await manualUrl(id)).toBe(`/manual/${id}`)
    expect((await readStoredManual(id))?.sections).toEqual([one, two])
    expect((await db.select().from(recordedEvents)).map(({ action }) => action)).toEqual([
      "product.manual-linked",
      "manual.saved",
    ])
  })

  test("takes the place of one that is kept elsewhere, unless the owner keeps that", async () => {
    const camille = await editor()
    const elsewhere = "https://exemple.example/notice.pdf"
    const { id } = await makeProduct({ manualUrl: elsewhere })
    valueOf(await saveManual(camille, id, { sections: [one], keepUrl: true }, null))
    expect(await manualUrl(id)).toBe(elsewhere)
    valueOf(await saveManual(camille, id, { sections: [one] }, await seen(id)))
    expect(await manualUrl(id)).toBe(`/manual/${id}`)
  })

  test("without any section left is no manual: the link to it goes, a link elsewhere stays", async () => {
    const camille = await editor()
    const { id } = await makeProduct()
    valueOf(await saveManual(camille, id, { sections: [one] }, null))
    valueOf(await saveManual(camille, id, { sections: [] }, await seen(id)))
    expect(await manualUrl(id)).toBeNull()
    const other = await makeProduct({ manualUrl: "https://exemple.example" })
    valueOf(await saveManual(camille, other.id, { sections: [] }, null))
    expect(await manualUrl(other.id)).toBe("https://exemple.example")
  })

  test("saved by two administrators from the same version is taken once, and the second is told by whom", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    const { id } = await makeProduct()
    valueOf(await saveManual(camille, id, { sections: [one] }, null, now))
    expect(await saveManual(sasha, id, { sections: [two] }, null)).toMatchObject({
      ok: false,
      error: { kind: "stale", by: "Camille", fields: ["sections"] },
    })
    const version = await seen(id)
    const answers = await Promise.all(
      [camille, sasha].map((actor) => saveManual(actor, id, { sections: [{ ...one, title: actor.id }] }, version)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("written for the first time by two at once is taken once", async () => {
    const people = [await editor("Camille"), await editor("Sasha")]
    const { id } = await makeProduct()
    const answers = await Promise.all(
      people.map((actor) => saveManual(actor, id, { sections: [{ ...one, title: actor.id }] }, null)),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("of a product that is gone is not saved", async () => {
    const camille = await editor()
    const { id } = await makeProduct()
    valueOf(await removeProduct(camille, id))
    expect(await saveManual(camille, id, { sections: [one] }, null)).toEqual({ ok: false, error: { kind: "gone" } })
    expect(await saveManual(camille, crypto.randomUUID(), { sections: [one] }, null)).toEqual({
      ok: false,
      error: { kind: "gone" },
    })
  })
})
