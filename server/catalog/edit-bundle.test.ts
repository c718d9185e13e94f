import { expect, test } from "vitest"
import { owner } from "../../tests/ends.ts"
import { makeOption, makeProduct, now } from "../../tests/factories.ts"
import { removeProduct } from "../bookings/remove-product.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import { listBundleParts } from "./bundle-parts.ts"
import { partsVersion, saveBundleParts } from "./edit-bundle.ts"
import { duplicateProduct } from "./edit-products.ts"

test("the owner fills a bundle, and a product that it needs is not removed", async () => {
  const actor = await owner()
  const booth = await makeProduct({ name: "Photomaton" })
  const ring = await makeProduct({ name: "Anneau" })
  const { id } = await makeProduct({ name: "Pack mariage", kind: "bundle" })
  const parts = [
    { productId: ring.id, units: 2 },
    { productId: booth.id, units: 1 },
  ]
  expect((await saveBundleParts({ actor, id, parts, loaded: "", at: now })).ok).toBe(true)
  expect((await listBundleParts([id])).get(id)).toMatchObject([
    { id: ring.id, units: 2 },
    { id: booth.id, units: 1 },
  ])
  expect(await removeProduct(actor, ring.id)).toMatchObject({
    error: { kind: "still-needed", products: ["Pack mariage"] },
  })
  expect((await saveBundleParts({ actor, id, parts: parts.slice(1), loaded: partsVersion(parts), at: now })).ok).toBe(
    true,
  )
  const late = [{ productId: ring.id, units: 1 }]
  expect(await saveBundleParts({ actor, id, parts: late, loaded: partsVersion(parts), at: now })).toMatchObject({
    error: { kind: "changed" },
  })
  expect((await removeProduct(actor, ring.id)).ok).toBe(true)
})

test("a copy of a bundle has its parts, and so has one whose removal is undone", async () => {
  const actor = await owner()
  const booth = await makeProduct()
  const { id } = await makeProduct({ kind: "bundle" })
  await saveBundleParts({ actor, id, parts: [{ productId: booth.id, units: 2 }], loaded: "", at: now })
  const copy = await duplicateProduct(actor, id)
  const removed = await removeProduct(actor, id, now)
  if (!copy.ok || !removed.ok) throw new Error("The bundle was not copied and removed")
  expect((await undoEvent(actor, removed.value.eventId, now)).ok).toBe(true)
  const parts = await listBundleParts([id, copy.value])
  for (const bundle of [id, copy.value]) expect(parts.get(bundle)).toMatchObject([{ id: booth.id, units: 2 }])
})

test("a bundle is never empty, holds no bundle, and a machine has no parts", async () => {
  const actor = await owner()
  const machine = await makeProduct()
  const bundle = await makeProduct({ kind: "bundle" })
  const save = async (id: typeof machine.id, productId: typeof machine.id) => {
    const saved = await saveBundleParts({ actor, id, parts: [{ productId, units: 1 }], loaded: "", at: now })
    return saved.ok ? "saved" : saved.error.kind
  }
  expect(await saveBundleParts({ actor, id: bundle.id, parts: [], loaded: "", at: now })).toMatchObject({
    error: { kind: "no-parts" },
  })
  expect(await save(bundle.id, bundle.id)).toBe("unknown-part")
  expect(await save(machine.id, bundle.id)).toBe("gone")
})

test("an accessory that an option needs is not removed", async () => {
  const curtain = await makeProduct({ kind: "accessory" })
  const booth = await makeProduct({ name: "Photomaton" })
  await makeOption(booth.id, { accessoryId: curtain.id })
  expect(await removeProduct(await owner(), curtain.id)).toMatchObject({ error: { products: ["Photomaton"] } })
})
