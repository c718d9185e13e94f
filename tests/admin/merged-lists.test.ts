import { beforeAll, expect, test } from "vitest"
import * as manualsPage from "../../app/admin/manuals/route.tsx"
import { readStoredManual, saveManual } from "../../server/content/edit-manuals.ts"
import { readFinanceSettings } from "../../server/finance/queries.ts"
import { saveFinanceSettings } from "../../server/finance/save-settings.ts"
import { saveProduct } from "../../server/catalog/edit-products.ts"
import { readProduct } from "../../server/catalog/admin-queries.ts"
import { makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { type Sent, administrator, send } from "./back-office.ts"

/** Lists that two administrators change at once: each piece merges by itself, a choice is asked for the piece that both changed. */

type Someone = Awaited<ReturnType<typeof administrator>>
let [camille, nora] = [{} as Someone, {} as Someone]
beforeAll(async () => {
  await freshDatabase()
  camille = await administrator()
  nora = await administrator({ name: "Nora", email: "nora@exemple.fr", password: "le bal du 14 juillet" })
})

const asked = ({ data }: Sent) => (data["stale"] as { changed: unknown } | undefined)?.changed
const section = (title: string, content: string) => ({ title, content, image_url: null, image_alt: "" })

test("a manual: two owners write two sections, and choose for the one that both wrote", async () => {
  const { id } = await makeProduct()
  const [light, paper, dark] = [
    section("Allumer", "Le bouton."),
    section("Papier", "À droite."),
    section("Éteindre", "Le bouton."),
  ]
  await saveManual(nora.actor, id, { sections: [light, paper, dark] }, null)
  const stored = async () => (await readStoredManual(id))?.sections.map(({ title, content }) => [title, content])
  const seen = (await readStoredManual(id))?.updatedAt.toISOString() ?? ""
  const save = (who: Someone, sections: (typeof light)[], more: Record<string, string> = {}) =>
    send(
      manualsPage,
      `/admin/manuals?produit=${id}`,
      [
        ["intent", "enregistrer"],
        ["vu", seen],
        ...sections.flatMap(({ title, content }): [string, string][] => [
          ["title", title],
          ["content", content],
          ["image_url", ""],
          ["image_alt", ""],
        ]),
        ...Object.entries(more),
      ],
      who.from,
    )
  const brighter = { ...light, content: "Le bouton vert." }
  const left = { ...paper, content: "À gauche." }
  expect((await save(nora, [brighter, paper, dark])).status).toBe(303)
  expect((await save(camille, [light, left, dark])).status).toBe(303)
  expect(await stored()).toEqual([
    ["Allumer", "Le bouton vert."],
    ["Papier", "À gauche."],
    ["Éteindre", "Le bouton."],
  ])

  const red = { ...light, content: "Le bouton rouge." }
  const first = await save(camille, [red, left, { ...dark, content: "Le bouton, trois secondes." }])
  expect([first.status, asked(first)]).toEqual([
    409,
    [
      {
        name: "sections.0",
        label: "Sections\u00a0: «\u00a0Allumer\u00a0»",
        stored: "Allumer\nLe bouton vert.",
        mine: "Allumer\nLe bouton rouge.",
      },
    ],
  ])
  const lu = first.data.values?.["lu"] ?? ""
  const typed = [red, left, { ...dark, content: "Le bouton, trois secondes." }]
  // Pressed again without a choice, nothing is overwritten.
  expect((await save(camille, typed, { lu })).status).toBe(409)
  expect((await save(camille, typed, { lu, "garder.sections.0": "stored" })).status).toBe(303)
  expect(await stored()).toEqual([
    ["Allumer", "Le bouton vert."],
    ["Papier", "À gauche."],
    ["Éteindre", "Le bouton, trois secondes."],
  ])
})

test("the features of a product: one adds, the other writes one, and both stay", async () => {
  const { id } = await makeProduct({ features: ["Rideau", "Lampe", "Tirages"] })
  const product = async () => {
    const found = await readProduct(id)
    if (!found) throw new Error("The product is gone")
    return found
  }
  const { id: _, createdAt: _c, updatedAt: seen, order: _o, archivedAt: _a, image: _i, ...fields } = await product()
  const before = { ...fields, features: ["Rideau", "Lampe", "Tirages"] }
  const save = (who: Someone, features: string[]) => saveProduct(who.actor, id, { ...before, features }, seen)
  expect((await save(nora, ["Rideau", "Lampe", "Tirages", "Livre d’or"])).ok).toBe(true)
  expect((await save(camille, ["Rideau rouge", "Lampe", "Tirages"])).ok).toBe(true)
  expect((await product()).features).toEqual(["Rideau rouge", "Lampe", "Tirages", "Livre d’or"])
  expect(await save(camille, ["Rideau bleu", "Lampe", "Tirages"])).toMatchObject({
    ok: false,
    error: { fields: ["features"], pieces: [{ name: "features.0", mine: "Rideau bleu", stored: "Rideau rouge" }] },
  })
})

test("the tiers of a cancellation: they merge one by one, and never into what contradicts itself", async () => {
  const tier = (daysBefore: number, refundPercent: number) => ({ daysBefore, refundPercent })
  const tiers = async () => (await readFinanceSettings()).cancellationTiers
  const { id: _, createdAt: _c, updatedAt, ...usual } = await readFinanceSettings()
  const start = await saveFinanceSettings(
    nora.actor,
    { ...usual, cancellationTiers: [tier(30, 100), tier(14, 50), tier(0, 0)] },
    updatedAt,
  )
  if (!start.ok) throw new Error(start.error.kind)
  const { updatedAt: seen } = await readFinanceSettings()
  const save = (who: Someone, cancellationTiers: ReturnType<typeof tier>[]) =>
    saveFinanceSettings(who.actor, { ...usual, cancellationTiers }, seen)
  expect((await save(nora, [tier(30, 90), tier(14, 50), tier(0, 0)])).ok).toBe(true)
  expect(await save(camille, [tier(30, 100), tier(14, 50), tier(7, 20), tier(0, 0)])).toMatchObject({ ok: true })
  expect(await tiers()).toEqual([tier(30, 90), tier(14, 50), tier(7, 20), tier(0, 0)])
  // 95 % a fortnight before would be more than the 90 % of a month before: the whole is a choice.
  expect(await save(camille, [tier(30, 100), tier(14, 95), tier(0, 0)])).toMatchObject({
    ok: false,
    error: { fields: ["cancellationTiers"], pieces: [] },
  })
  expect(await tiers()).toEqual([tier(30, 90), tier(14, 50), tier(7, 20), tier(0, 0)])
})
