import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../../domain/id.ts"
import type { Staff } from "../../../domain/accounts/party.ts"
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

async function editor(name = "Camille"): Promise<Staff> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

function unwrap<Value>(result: { ok: true; value: Value } | { ok: false; error: { kind: string } }): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

async function manualUrl(id: ProductId) {
  const [row] = await db.select({ manualUrl: products.manualUrl }).from(products).where(eq(products.id, id))
  return row?.manualUrl
}

const readVersion = async (id: string) => (await readStoredManual(id))?.updatedAt ?? null

describe("a manual", () => {
  test("a manual is saved with its sections in order, and becomes the product's @R-manuals-screen @C-manuals-write", async () => {
    const { id } = await makeProduct()
    expect(
      unwrap(await saveManual({ actor: await editor(), productId: id, sections: [one, two], loaded: null })),
    ).toMatchObject({
      manualUrl: `/manual/${id}`,
    })
    expect(await manualUrl(id)).toBe(`/manual/${id}`)
    expect((await readStoredManual(id))?.sections).toEqual([one, two])
    expect((await db.select().from(recordedEvents)).map(({ action }) => action)).toEqual([
      "product.manual-linked",
      "manual.saved",
    ])
  })

  test("a manual replaces an external one, unless the owner keeps that", async () => {
    const camille = await editor()
    const externalUrl = "https://exemple.example/notice.pdf"
    const { id } = await makeProduct({ manualUrl: externalUrl })
    unwrap(await saveManual({ actor: camille, productId: id, sections: [one], keepUrl: true, loaded: null }))
    expect(await manualUrl(id)).toBe(externalUrl)
    unwrap(await saveManual({ actor: camille, productId: id, sections: [one], loaded: await readVersion(id) }))
    expect(await manualUrl(id)).toBe(`/manual/${id}`)
  })

  test("a manual without sections is removed with its link, and an external link stays", async () => {
    const camille = await editor()
    const { id } = await makeProduct()
    unwrap(await saveManual({ actor: camille, productId: id, sections: [one], loaded: null }))
    unwrap(await saveManual({ actor: camille, productId: id, sections: [], loaded: await readVersion(id) }))
    expect(await manualUrl(id)).toBeNull()
    const other = await makeProduct({ manualUrl: "https://exemple.example" })
    unwrap(await saveManual({ actor: camille, productId: other.id, sections: [], loaded: null }))
    expect(await manualUrl(other.id)).toBe("https://exemple.example")
  })

  test("a manual saved twice from the same version is accepted once, and the second reads by whom", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    const { id } = await makeProduct()
    unwrap(await saveManual({ actor: camille, productId: id, sections: [one], loaded: null, at: now }))
    expect(await saveManual({ actor: sasha, productId: id, sections: [two], loaded: null })).toMatchObject({
      ok: false,
      error: { kind: "stale", by: "Camille", fields: ["sections"] },
    })
    const version = await readVersion(id)
    const answers = await Promise.all(
      [camille, sasha].map((actor) =>
        saveManual({ actor, productId: id, sections: [{ ...one, title: actor.id }], loaded: version }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("a first manual written by two at once is accepted once", async () => {
    const people = [await editor("Camille"), await editor("Sasha")]
    const { id } = await makeProduct()
    const answers = await Promise.all(
      people.map((actor) =>
        saveManual({ actor, productId: id, sections: [{ ...one, title: actor.id }], loaded: null }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("a manual of a deleted product is not saved", async () => {
    const camille = await editor()
    const { id } = await makeProduct()
    unwrap(await removeProduct(camille, id))
    expect(await saveManual({ actor: camille, productId: id, sections: [one], loaded: null })).toEqual({
      ok: false,
      error: { kind: "gone" },
    })
    expect(await saveManual({ actor: camille, productId: crypto.randomUUID(), sections: [one], loaded: null })).toEqual(
      {
        ok: false,
        error: { kind: "gone" },
      },
    )
  })
})
