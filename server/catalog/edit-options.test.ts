import { asc, eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../domain/id.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { makeAdministrator, makeCustomer, makeOption, makeOrder, makeProduct, now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { placeBooking } from "../bookings/place.ts"
import { db } from "../platform/database.server.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { productOptions } from "../platform/schema/catalog.ts"
import { recordedEvents } from "../platform/schema/events.ts"
import { undoEvent } from "../reports/undo/undo.ts"
import {
  type OptionFields,
  addOption,
  moveOption,
  orderOptions,
  readOptions,
  removeOption,
  saveOption,
} from "./edit-options.ts"
import { removeProduct } from "../bookings/remove-product.ts"

beforeEach(freshDatabase)

const fields: OptionFields = {
  name: "Décor",
  description: "",
  price: 3_000,
  unit: "unit",
  quantityStep: 1,
  minQuantity: 0,
  maxQuantity: null,
  staysWithClient: false,
  isOnce: false,
  choiceGroup: "",
  accessoryId: null,
}

async function editor(name = "Camille"): Promise<Staff> {
  const { id } = await makeAdministrator(name)
  return { kind: "administrator", id, name }
}

function unwrap<Value>(result: { ok: true; value: Value } | { ok: false; error: { kind: string } }): Value {
  if (!result.ok) throw new Error(result.error.kind)
  return result.value
}

async function names(productId: ProductId, parent: string | null = null) {
  return (await readOptions(productId))
    .filter(({ parentOptionId }) => parentOptionId === parent)
    .map(({ name }) => name)
}

describe("the options of a product", () => {
  test("new options come last, and sub-options last among theirs @C-options-write", async () => {
    const camille = await editor()
    const { id } = await makeProduct()
    const decor = unwrap(await addOption({ actor: camille, productId: id, parentOptionId: null, fields }))
    unwrap(
      await addOption({
        actor: camille,
        productId: id,
        parentOptionId: null,
        fields: { ...fields, name: "Livre d’or" },
      }),
    )
    unwrap(
      await addOption({
        actor: camille,
        productId: id,
        parentOptionId: decor,
        fields: { ...fields, name: "Fond doré", unit: "day" },
      }),
    )
    unwrap(
      await addOption({
        actor: camille,
        productId: id,
        parentOptionId: decor,
        fields: { ...fields, name: "Fond bleu" },
      }),
    )
    expect(await names(id)).toEqual(["Décor", "Livre d’or"])
    expect(await names(id, decor)).toEqual(["Fond doré", "Fond bleu"])
  })

  test("options have two levels, and a sub-option belongs to the product of its option", async () => {
    const camille = await editor()
    const [first, second] = [await makeProduct(), await makeProduct()]
    const decor = unwrap(await addOption({ actor: camille, productId: first.id, parentOptionId: null, fields }))
    const sub = unwrap(await addOption({ actor: camille, productId: first.id, parentOptionId: decor, fields }))
    const gone = { ok: false, error: { kind: "gone" } }
    expect(await addOption({ actor: camille, productId: first.id, parentOptionId: sub, fields })).toEqual(gone)
    expect(await addOption({ actor: camille, productId: second.id, parentOptionId: decor, fields })).toEqual(gone)
    expect(await addOption({ actor: camille, productId: crypto.randomUUID(), parentOptionId: null, fields })).toEqual(
      gone,
    )
    expect(await names(second.id)).toEqual([])
  })

  test("a save records its changes, and the second of two administrators reads the first one's @C-options-write", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    const option = await makeOption((await makeProduct()).id)
    unwrap(
      await saveOption({
        actor: camille,
        id: option.id,
        typed: { ...fields, name: option.name, price: 4_500 },
        loaded: option.updatedAt,
      }),
    )
    const second = await saveOption({
      actor: sasha,
      id: option.id,
      typed: { ...fields, price: 4_800, maxQuantity: 3 },
      loaded: option.updatedAt,
    })
    expect(second).toMatchObject({
      ok: false,
      error: { kind: "stale", by: "Camille", fields: ["name", "price", "maxQuantity"] },
    })
    const [event] = await db.select().from(recordedEvents)
    expect(event).toMatchObject({ action: "option.saved", details: { changed: ["price"] } })
    if (second.ok || second.error.kind !== "stale") throw new Error("It was taken")
    const loaded = { version: second.error.version, choices: new Map([["price", "mine" as const]]) }
    unwrap(
      await saveOption({ actor: sasha, id: option.id, typed: { ...fields, price: 4_800, maxQuantity: 3 }, loaded }),
    )
  })

  test("two limits saved separately that contradict each other are refused", async () => {
    const [camille, sasha] = [await editor("Camille"), await editor("Sasha")]
    const option = await makeOption((await makeProduct()).id)
    const opened = { ...fields, name: option.name }
    const { updatedAt } = unwrap(
      await saveOption({
        actor: camille,
        id: option.id,
        typed: { ...opened, minQuantity: 5 },
        loaded: option.updatedAt,
      }),
    )
    const choices = new Map([
      ["minQuantity", "stored"],
      ["maxQuantity", "mine"],
    ] as const)
    const loaded = { version: updatedAt.toISOString(), choices }
    const second = await saveOption({ actor: sasha, id: option.id, typed: { ...opened, maxQuantity: 3 }, loaded })
    expect(second).toMatchObject({ ok: false, error: { kind: "stale", fields: ["minQuantity", "maxQuantity"] } })
  })

  test("two saves of one version at the same moment count once", async () => {
    const people = [await editor("Camille"), await editor("Sasha")]
    const option = await makeOption((await makeProduct()).id)
    const answers = await Promise.all(
      people.map((actor) =>
        saveOption({ actor, id: option.id, typed: { ...fields, name: actor.id }, loaded: option.updatedAt }),
      ),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
  })

  test("neither a new price nor a deletion changes the price of existing bookings", async () => {
    const camille = await editor()
    const product = await makeProduct()
    const option = await makeOption(product.id, { price: 3_000 })
    const placed = unwrap(
      await placeBooking({
        party: ownAccountParty(await makeCustomer()),
        order: makeOrder(product.id, ["2027-06-12"], { options: [{ optionId: option.id, quantity: 2 }] }),
        at: now,
      }),
    )
    unwrap(
      await saveOption({
        actor: camille,
        id: option.id,
        typed: { ...fields, price: 90_000 },
        loaded: option.updatedAt,
      }),
    )
    unwrap(await removeOption(camille, option.id))
    const [booking] = await db.select().from(bookings).where(eq(bookings.id, placed.booking.id))
    expect(booking).toMatchObject({
      total: 31_000,
      options: { items: [{ name: option.name, price: 3_000, quantity: 2 }], total: 6_000 },
    })
  })
})

describe("a deleted option", () => {
  test("a deleted option takes its sub-options along, and an undo restores all in their places @R-options-screen", async () => {
    const camille = await editor()
    const { id } = await makeProduct()
    const decor = unwrap(await addOption({ actor: camille, productId: id, parentOptionId: null, fields }))
    unwrap(
      await addOption({
        actor: camille,
        productId: id,
        parentOptionId: null,
        fields: { ...fields, name: "Livre d’or" },
      }),
    )
    unwrap(
      await addOption({
        actor: camille,
        productId: id,
        parentOptionId: decor,
        fields: { ...fields, name: "Fond doré" },
      }),
    )
    unwrap(
      await addOption({
        actor: camille,
        productId: id,
        parentOptionId: decor,
        fields: { ...fields, name: "Fond bleu" },
      }),
    )
    const removed = unwrap(await removeOption(camille, decor))
    expect(removed).toMatchObject({ name: "Décor", subOptions: 2 })
    expect(await names(id)).toEqual(["Livre d’or"])
    unwrap(await undoEvent(camille, removed.event))
    expect(await names(id)).toEqual(["Décor", "Livre d’or"])
    expect(await names(id, decor)).toEqual(["Fond doré", "Fond bleu"])
    expect(await undoEvent(camille, removed.event)).toEqual({ ok: false, error: { kind: "changed" } })
  })

  test("an option is not restored to a deleted product, and a repeated deletion is reported", async () => {
    const camille = await editor()
    const product = await makeProduct()
    const decor = unwrap(await addOption({ actor: camille, productId: product.id, parentOptionId: null, fields }))
    const removed = unwrap(await removeOption(camille, decor))
    expect(await removeOption(camille, decor)).toEqual({ ok: false, error: { kind: "gone" } })
    unwrap(await removeProduct(camille, product.id))
    expect(await undoEvent(camille, removed.event)).toEqual({ ok: false, error: { kind: "changed" } })
  })
})

describe("the order of options", () => {
  test("the order applies among a product's options, or an option's sub-options, without making forms stale", async () => {
    const camille = await editor()
    const { id } = await makeProduct()
    const [a, b, c] = [
      await makeOption(id, { name: "A", order: 0 }),
      await makeOption(id, { name: "B", order: 1 }),
      await makeOption(id, { name: "C", order: 2 }),
    ]
    const [d, e] = [
      await makeOption(id, { name: "D", parentOptionId: a.id, order: 0 }),
      await makeOption(id, { name: "E", parentOptionId: a.id, order: 1 }),
    ]
    unwrap(await moveOption(camille, c.id, "up"))
    unwrap(await moveOption(camille, e.id, "up"))
    expect(await names(id)).toEqual(["A", "C", "B"])
    expect(await names(id, a.id)).toEqual(["E", "D"])
    unwrap(await orderOptions(camille, [b.id, c.id, a.id]))
    expect(await names(id)).toEqual(["B", "C", "A"])
    unwrap(await saveOption({ actor: camille, id: d.id, typed: { ...fields, name: "D bis" }, loaded: d.updatedAt }))
    expect(
      (await db.select().from(recordedEvents).orderBy(asc(recordedEvents.id))).map(({ action }) => action),
    ).toEqual(["option.ordered", "option.ordered", "option.ordered", "option.saved"])
  })

  test("the order is refused when it does not list exactly the existing options", async () => {
    const camille = await editor()
    const { id } = await makeProduct()
    const [a, b] = [await makeOption(id), await makeOption(id)]
    const foreign = await makeOption((await makeProduct()).id)
    for (const order of [[a.id], [a.id, foreign.id], [a.id, a.id], [a.id, b.id, foreign.id]]) {
      expect(await orderOptions(camille, order)).toEqual({ ok: false, error: { kind: "list-changed" } })
    }
    expect(await orderOptions(camille, [])).toEqual({ ok: false, error: { kind: "gone" } })
    expect(await db.select().from(productOptions).where(eq(productOptions.order, 0))).toHaveLength(3)
  })
})
