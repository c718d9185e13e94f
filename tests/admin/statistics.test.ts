import { beforeEach, describe, expect, test } from "vitest"
import { readStatistics } from "../../app/admin/statistics/load.server.ts"
import { loader } from "../../app/admin/statistics/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import { requestFrom, signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import { products } from "../../server/platform/schema/catalog.ts"
import { pageViews } from "../../server/platform/schema/statistics.ts"
import { routeArgs, catchThrown } from "../accounts/browser.ts"
import { makeAdministrator, makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"

beforeEach(freshDatabase)

const now = new Date("2027-06-15T10:00:00Z")
const read = (query = "") => readStatistics(new URLSearchParams(query), now)
const views = (...rows: [day: Day, page: string, views: number][]) =>
  db.insert(pageViews).values(rows.map(([day, page, count]) => ({ day, page, views: count })))

describe("the statistics", () => {
  test("the statistics cover thirty days, each with its sum, including empty days", async () => {
    await views(["2027-06-15", "/", 5], ["2027-06-15", "/faq", 2], ["2027-05-17", "/", 1], ["2027-05-16", "/", 40])
    const { from, to, total, steps } = await read()
    expect({ from, to, total }).toEqual({ from: "2027-05-17", to: "2027-06-15", total: 8 })
    expect(steps).toHaveLength(30)
    expect([steps[0], steps[1], steps.at(-1)]).toEqual([
      { step: "2027-05-17", views: 1 },
      { step: "2027-05-18", views: 0 },
      { step: "2027-06-15", views: 7 },
    ])
  })

  test("the statistics cover twelve months when the address says so, and thirty days otherwise", async () => {
    await views(["2027-06-15", "/", 5], ["2027-05-02", "/", 3], ["2026-07-01", "/", 1], ["2026-06-30", "/", 40])
    const { period, total, steps } = await read("periode=12-mois")
    expect({ period, total }).toEqual({ period: "months", total: 9 })
    expect(steps).toHaveLength(12)
    expect([steps[0], steps.at(-2), steps.at(-1)]).toEqual([
      { step: "2026-07", views: 1 },
      { step: "2027-05", views: 3 },
      { step: "2027-06", views: 5 },
    ])
    expect((await read("periode=toujours")).period).toBe("days")
  })

  test("the statistics name pages and products by their current names, the most read first", async () => {
    const wood = await makeProduct({ name: "Photomaton bois" })
    const old = await makeProduct({ name: "Ancien", isActive: false })
    const gone = "0b9c6f5e-2c1a-4d3b-8e7f-1a2b3c4d5e6f"
    await views(
      ["2027-06-15", "/catalog", 9],
      ["2027-06-15", `/product/${wood.id}`, 8],
      ["2027-06-14", `/book/${wood.id}`, 7],
      ["2027-06-14", `/manual/${wood.id}`, 6],
      ["2027-06-14", `/product/${old.id}`, 5],
      ["2027-06-14", `/product/${gone}`, 4],
    )
    await db.update(products).set({ name: "Photomaton en chêne" })
    expect((await read()).pages.map(({ name, exists }) => ({ name, exists }))).toEqual([
      { name: "Catalogue", exists: true },
      { name: "Photomaton en chêne", exists: true },
      { name: "Photomaton en chêne, page de réservation", exists: true },
      { name: "Photomaton en chêne, notice", exists: true },
      { name: "Photomaton en chêne", exists: false },
      { name: "Produit supprimé", exists: false },
    ])
  })

  test("the statistics limit the list of pages, and say how many are left out", async () => {
    const made = await Promise.all(Array.from({ length: 22 }, () => makeProduct()))
    await views(...made.map(({ id }): [Day, string, number] => ["2027-06-15", `/product/${id}`, 1]))
    const { pages, otherPages, total } = await read()
    expect([pages.length, otherPages, total]).toEqual([12, 10, 22])
  })

  test("the statistics paginate products, and an invalid page is the last", async () => {
    const made = await Promise.all(Array.from({ length: 27 }, (_, nth) => makeProduct({ name: `Produit ${nth}` })))
    await views(["2027-06-15", `/product/${made[20]?.id}`, 3])
    const first = (await read()).products
    expect(first).toMatchObject({ page: 1, pages: 2 })
    expect(first.rows[0]).toMatchObject({ name: "Produit 20", views: 3 })
    const second = (await read("page=2")).products
    expect(new Set([...first.rows, ...second.rows].map(({ id }) => id)).size).toBe(27)
    expect((await read("page=9")).products).toEqual(second)
  })

  test("the statistics compare a product's views with customers' requests, without the owner's bookings", async () => {
    await makeFinanceSettings()
    const [popular, quiet] = [await makeProduct({ name: "Vu" }), await makeProduct({ name: "Discret" })]
    await makeProduct({ name: "Caché", isActive: false })
    await views(["2027-06-15", `/product/${popular.id}`, 12])
    const [customer, owner] = [await makeCustomer(), await makeAdministrator()]
    const order = (day: Day, at: Date) =>
      placeBooking({ party: ownAccountParty(customer), order: makeOrder(popular.id, [day]), at })
    expect((await order("2027-08-01", now)).ok).toBe(true)
    expect((await order("2027-08-02", new Date("2027-05-16T21:59:00Z"))).ok).toBe(true)
    const byOwner = { actor: { kind: "administrator" as const, id: owner.id, name: owner.name }, account: customer }
    expect((await placeBooking({ party: byOwner, order: makeOrder(popular.id, ["2027-08-03"]), at: now })).ok).toBe(
      true,
    )
    expect((await read()).products.rows).toEqual([
      { id: popular.id, name: "Vu", views: 12, requests: 1 },
      { id: quiet.id, name: "Discret", views: 0, requests: 0 },
    ])
    expect((await read("periode=12-mois")).products.rows[0]?.requests).toBe(2)
  })

  test("the statistics of a new shop are zeros", async () => {
    expect(await read()).toMatchObject({
      total: 0,
      pages: [],
      otherPages: 0,
      products: { rows: [], page: 1, pages: 1 },
    })
  })

  test("the statistics are private to administrators", async () => {
    const { request } = await signedUp({
      name: "Élodie",
      email: "elodie@exemple.example",
      password: "lampions-et-guirlandes",
    })
    for (const visit of [requestFrom(), request]) {
      const args = await routeArgs(visit)
      const sent = (await catchThrown(() => loader(args as never))) as Response
      expect([sent.status, sent.headers.get("location")]).toEqual([302, "/"])
    }
  })
})
