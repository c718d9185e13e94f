import { randomUUID } from "node:crypto"
import { like } from "drizzle-orm"
import { beforeAll, describe, expect, test } from "vitest"
import * as availabilityPage from "../../app/admin/availability/route.tsx"
import type { PlanningView } from "../../app/admin/availability/view.ts"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import * as faqPage from "../../app/admin/faq/route.tsx"
import type { ChoicesView } from "../../app/admin/kit/catalog/options-view.ts"
import * as labelsPage from "../../app/admin/manuals/labels/route.tsx"
import type { LabelsView } from "../../app/admin/manuals/labels/screen.tsx"
import * as manualsPage from "../../app/admin/manuals/route.tsx"
import * as optionsPage from "../../app/admin/options/route.tsx"
import * as todayPage from "../../app/admin/today/route.tsx"
import type { TodayView } from "../../app/admin/today/view.ts"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import type { ProductId } from "../../domain/id.ts"
import { dayInParis } from "../../domain/day.ts"
import { db } from "../../server/platform/database.server.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { products } from "../../server/platform/schema/catalog.ts"
import { faqEntries } from "../../server/platform/schema/content.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

const MACHINES = 30
const MANY = 230
let owner: Awaited<ReturnType<typeof administrator>>
const ids: ProductId[] = []

beforeAll(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  owner = await administrator()
  for (let number = 1; number <= MACHINES; number++) {
    const name = `${number % 2 === 0 ? "Cabine dorée" : "Photomaton bois"} ${String(number).padStart(2, "0")}`
    ids.push((await makeProduct({ name, stock: 10 })).id)
  }
})

/** Does something while there are so many more products. */
async function withManyProducts(work: (more: ProductId[]) => Promise<void>): Promise<void> {
  const [pattern] = await db.select().from(products).limit(1)
  if (!pattern) throw new Error("No product")
  const more = Array.from({ length: MANY }, (_, at) => ({
    ...pattern,
    id: randomUUID() as ProductId,
    name: `Valise ${at}`,
  }))
  await db.insert(products).values(more)
  try {
    await work(more.map(({ id }) => id))
  } finally {
    await db.delete(products).where(like(products.name, "Valise %"))
  }
}

describe("the sheet of labels", () => {
  const sheet = (query = "") => read<LabelsView>(labelsPage, `/admin/manuals/etiquettes${query}`, owner.from)

  test("shows a page of the products that a search finds", async () => {
    const all = await sheet()
    expect([all.products.length, all.found, all.pages]).toEqual([24, MACHINES, 2])
    const rest = await sheet("?page=2")
    expect(rest.products.map(({ id }) => id)).not.toEqual(expect.arrayContaining(all.products.map(({ id }) => id)))
    expect(rest.products).toHaveLength(MACHINES - 24)
    expect((await sheet("?q=DOREE")).found).toBe(15)
    expect((await sheet("?q=dorée+04")).products.map(({ name }) => name)).toEqual(["Cabine dorée 04"])
  })

  test("keeps what is chosen whatever page and search is shown", async () => {
    const chosen = `produit=${ids[0]}&produit=${ids[29]}`
    const view = await sheet(`?q=introuvable&${chosen}&page=9`)
    expect(view.products).toEqual([])
    expect(view.labels.map(({ name }) => name)).toEqual(["Cabine dorée 30", "Photomaton bois 01"])
  })

  test("takes as many products as its address can carry, and says how many are left for another", async () => {
    await withManyProducts(async (more) => {
      const all = [...ids, ...more]
      const view = await sheet(`?${all.map((id) => `produit=${id}`).join("&")}`)
      expect([view.labels.length, view.leftOut]).toEqual([250, 10])
      // What the form then carries, with a page of other boxes ticked, stays below what Node reads of a request's head.
      const carried = [...view.labels, ...view.products].map(({ id }) => `produit=${id}`).join("&")
      expect(carried.length).toBeLessThan(13_000)
      expect((await sheet(`?${ids.map((id) => `produit=${id}`).join("&")}`)).leftOut).toBe(0)
    })
  })
})

describe("one of very many products", () => {
  const chosen = async (page: Parameters<typeof read>[0], path: string, query: string) => {
    const { choices } = await read<{ choices: ChoicesView }>(page, `${path}?${query}`, owner.from)
    return { names: choices.products.map(({ name }) => name), found: choices.found }
  }

  test.each([
    ["/admin/bookings", bookingsPage],
    ["/admin/options", optionsPage],
    ["/admin/manuals", manualsPage],
  ] as const)("is looked for by its name at %s, and stays chosen meanwhile", async (path, page) => {
    const few = await chosen(page, path, "q=doree")
    expect([few.names.length, few.found]).toEqual([MACHINES, null])
    await withManyProducts(async () => {
      const first = await chosen(page, path, `produit=${ids[0]}`)
      expect([first.names.length, first.found]).toEqual([100, MACHINES + MANY])
      expect(await chosen(page, path, `produit=${ids[0]}&q=doree+04`)).toEqual({
        names: ["Photomaton bois 01", "Cabine dorée 04"],
        found: 1,
      })
      expect(await chosen(page, path, `produit=${ids[0]}&q=introuvable`)).toEqual({
        names: ["Photomaton bois 01"],
        found: 0,
      })
    })
  })
})

describe("the planning", () => {
  const planning = (query: string) => read<PlanningView>(availabilityPage, `/admin/availability${query}`, owner.from)
  const rowsOf = ({ shown }: PlanningView) => (shown.view === "planning" ? shown.timeline.rows : [])

  test("shows the products whose name is searched for, page by page; the forms below still know all of them", async () => {
    expect(rowsOf(await planning(""))).toHaveLength(15)
    const found = await planning("?q=doree+1")
    expect(rowsOf(found).map(({ product }) => product.name)).toEqual(
      ["10", "12", "14", "16", "18"].map((number) => `Cabine dorée ${number}`),
    )
    expect([found.found, found.pages, found.products.length]).toEqual([5, 1, MACHINES])
    expect((await planning("?q=bois")).pages).toBe(1)
    expect((await planning("?vue=annee&q=introuvable")).found).toBe(0)
  })
})

test("today shows the first departures and returns, and counts them all", async () => {
  const [today, yesterday] = [dayInParis(new Date()), new Date(Date.now() - 86_400_000)]
  const customer = await makeCustomer({ name: "Elena" })
  for (const id of ids.slice(0, 7)) {
    const placed = await placeBooking({ party: onOwnAccount(customer), order: makeOrder(id, [today]), at: yesterday })
    if (!placed.ok) throw new Error(placed.error.kind)
    await confirmBooking(owner.actor, placed.value.booking.id, yesterday)
  }
  const { moves, week } = await read<TodayView>(todayPage, "/admin/aujourdhui", owner.from)
  expect(week[0]).toMatchObject({ departures: 7, returns: 7 })
  expect([moves.departures.shown.length, moves.departures.count]).toEqual([5, 7])
  expect([moves.returns.shown.length, moves.returns.count]).toEqual([5, 7])
})

test("a question is put at the place that is typed, and a place that is none is refused", async () => {
  const rows = await db
    .insert(faqEntries)
    .values(["a", "b", "c", "d"].map((slug, order) => ({ slug, theme: "T", question: slug, answer: slug, order })))
    .returning()
  const place = (id: string | undefined, at: string) =>
    send(faqPage, "/admin/faq", { intent: "placer", id: id ?? "", place: at }, owner.from)
  const order = async () =>
    (await read<{ entries: { question: string; place: number }[] }>(faqPage, "/admin/faq", owner.from)).entries
  expect((await place(rows[3]?.id, "2")).flash?.title).toBe("Ordre enregistré")
  expect((await order()).map(({ question, place: at }) => `${at} ${question}`)).toEqual(["1 a", "2 d", "3 b", "4 c"])
  await place(rows[0]?.id, "99")
  expect((await order()).map(({ question }) => question)).toEqual(["d", "b", "c", "a"])
  expect((await place(rows[0]?.id, "0")).flash?.kind).toBe("error")
  expect((await order()).map(({ question }) => question)).toEqual(["d", "b", "c", "a"])
})
