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
import { ownAccountParty } from "../../domain/accounts/party.ts"
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

  test("the sheet shows one page of the matching products", async () => {
    const all = await sheet()
    expect([all.products.length, all.matchCount, all.pages]).toEqual([24, MACHINES, 2])
    const rest = await sheet("?page=2")
    expect(rest.products.map(({ id }) => id)).not.toEqual(expect.arrayContaining(all.products.map(({ id }) => id)))
    expect(rest.products).toHaveLength(MACHINES - 24)
    expect((await sheet("?q=DOREE")).matchCount).toBe(15)
    expect((await sheet("?q=dorée+04")).products.map(({ name }) => name)).toEqual(["Cabine dorée 04"])
  })

  test("the selection stays across pages and searches", async () => {
    const chosen = `produit=${ids[0]}&produit=${ids[29]}`
    const view = await sheet(`?q=introuvable&${chosen}&page=9`)
    expect(view.products).toEqual([])
    expect(view.labels.map(({ name }) => name)).toEqual(["Cabine dorée 30", "Photomaton bois 01"])
  })

  test("the selection is limited by the address, and the sheet says how many are left over", async () => {
    await withManyProducts(async (more) => {
      const all = [...ids, ...more]
      const view = await sheet(`?${all.map((id) => `produit=${id}`).join("&")}`)
      expect([view.labels.length, view.omittedCount]).toEqual([250, 10])
      // The form, with one more page of ticked boxes, stays below Node's limit for a request's head.
      const carried = [...view.labels, ...view.products].map(({ id }) => `produit=${id}`).join("&")
      expect(carried.length).toBeLessThan(13_000)
      expect((await sheet(`?${ids.map((id) => `produit=${id}`).join("&")}`)).omittedCount).toBe(0)
    })
  })
})

describe("a choice among very many products", () => {
  const chosen = async (page: Parameters<typeof read>[0], path: string, query: string) => {
    const { choices } = await read<{ choices: ChoicesView }>(page, `${path}?${query}`, owner.from)
    return { names: choices.products.map(({ name }) => name), found: choices.matchCount }
  }

  test.each([
    ["/admin/bookings", bookingsPage],
    ["/admin/options", optionsPage],
    ["/admin/manuals", manualsPage],
  ] as const)("a product is searched by its name at %s, and stays chosen meanwhile", async (path, page) => {
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
  const rowsOf = ({ content: displayed }: PlanningView) =>
    displayed.view === "planning" ? displayed.timeline.rows : []

  test("the planning lists the matching products page by page, and its forms still know all of them", async () => {
    expect(rowsOf(await planning(""))).toHaveLength(15)
    const matching = await planning("?q=doree+1")
    expect(rowsOf(matching).map(({ product }) => product.name)).toEqual(
      ["10", "12", "14", "16", "18"].map((number) => `Cabine dorée ${number}`),
    )
    expect([matching.matchCount, matching.pages, matching.products.length]).toEqual([5, 1, MACHINES])
    expect((await planning("?q=bois")).pages).toBe(1)
    expect((await planning("?vue=annee&q=introuvable")).matchCount).toBe(0)
  })
})

test("today shows the first departures and returns, and counts them all", async () => {
  const [today, yesterday] = [dayInParis(new Date()), new Date(Date.now() - 86_400_000)]
  const customer = await makeCustomer({ name: "Elena" })
  for (const id of ids.slice(0, 7)) {
    const placed = await placeBooking({
      party: ownAccountParty(customer),
      order: makeOrder(id, [today]),
      at: yesterday,
    })
    if (!placed.ok) throw new Error(placed.error.kind)
    await confirmBooking(owner.actor, placed.value.booking.id, yesterday)
  }
  const { moves, week } = await read<TodayView>(todayPage, "/admin/aujourdhui", owner.from)
  expect(week[0]).toMatchObject({ departures: 7, returns: 7 })
  expect([moves.departures.items.length, moves.departures.count]).toEqual([5, 7])
  expect([moves.returns.items.length, moves.returns.count]).toEqual([5, 7])
})

test("a question moves to the typed place, and an invalid place is refused", async () => {
  const rows = await db
    .insert(faqEntries)
    .values(["a", "b", "c", "d"].map((slug, order) => ({ slug, theme: "T", question: slug, answer: slug, order })))
    .returning()
  const place = (id: string | undefined, at: string) =>
    send(faqPage, { path: "/admin/faq", fields: { intent: "placer", id: id ?? "", place: at }, from: owner.from })
  const order = async () =>
    (await read<{ entries: { question: string; place: number }[] }>(faqPage, "/admin/faq", owner.from)).entries
  expect((await place(rows[3]?.id, "2")).flash?.title).toBe("Ordre enregistré")
  expect((await order()).map(({ question, place: at }) => `${at} ${question}`)).toEqual(["1 a", "2 d", "3 b", "4 c"])
  await place(rows[0]?.id, "99")
  expect((await order()).map(({ question }) => question)).toEqual(["d", "b", "c", "a"])
  expect((await place(rows[0]?.id, "0")).flash?.kind).toBe("error")
  expect((await order()).map(({ question }) => question)).toEqual(["d", "b", "c", "a"])
})
