import { sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { BookingId, ProductId, ProfileId } from "../../domain/id.ts"
import { readCatalog } from "../../app/site/kit/catalog.server.ts"
import { deliveryLabel } from "../../app/site/kit/delivery-labels.ts"
import { readProductDetail } from "../../app/site/product/load.server.ts"
import { loader as productPage } from "../../app/site/product/route.tsx"
import { type Actor, ownAccountParty } from "../../domain/accounts/party.ts"
import { readPlace } from "../../domain/booking/choice.ts"
import { readChoice } from "../../domain/booking/read-choice.ts"
import { type Day, addDays, dayInParis } from "../../domain/day.ts"
import { readWizardView } from "../../server/bookings/wizard-view.ts"
import { blockDays } from "../../server/availability/block.ts"
import { confirmBooking } from "../../server/bookings/answer.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { holdDays } from "../../server/bookings/cart/hold.ts"
import { readProductForRent } from "../../server/catalog/queries.ts"
import { db } from "../../server/platform/database.server.ts"
import {
  makeAdministrator,
  makeCustomer,
  makeFinanceSettings,
  makeOption,
  makeOrder,
  makeProduct,
  now,
} from "../factories.ts"
import { routeArgs, catchThrown } from "../accounts/browser.ts"

const saturday = "2027-06-12"
const passerBy = { customerId: null, at: now }

const catalogue = (query: string, matching?: string) => readCatalog(new URLSearchParams(query), passerBy, matching)

async function detail(id: string, query = "") {
  const product = await readProductForRent(id)
  if (!product) throw new Error("The product is not for rent")
  return readProductDetail(product, new URLSearchParams(query), passerBy)
}

async function placeTestBooking(productId: ProductId, days: Day[]): Promise<BookingId> {
  const answer = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(productId, days),
    at: now,
  })
  if (!answer.ok) throw new Error(answer.error.kind)
  return answer.value.booking.id
}

async function administrator(): Promise<Actor> {
  const { id, name } = await makeAdministrator()
  return { kind: "administrator", id, name }
}

beforeEach(async () => {
  // Bookings cannot be deleted, so earlier tests' products are withdrawn instead.
  await db.execute(sql`update products set is_active = false`)
  await makeFinanceSettings()
})

describe("the cards of the catalogue", () => {
  test("the cards show active products only, newest first @R-home-products @R-catalog-card @S-product-active @C-products-active", async () => {
    await makeProduct({ name: "Ancien", createdAt: new Date("2026-01-01T00:00:00Z") })
    await makeProduct({ name: "Nouveau", createdAt: new Date("2027-01-01T00:00:00Z") })
    await makeProduct({ name: "En réparation", isActive: false })
    const { products } = await catalogue("")
    expect(products?.map(({ name, answer }) => ({ name, answer }))).toEqual([
      { name: "Nouveau", answer: null },
      { name: "Ancien", answer: null },
    ])
  })

  test("the cards say that a requested day is free, or which days of the same weekday are", async () => {
    const booked = await makeProduct({ name: "Plateforme", createdAt: now })
    await makeProduct({ name: "Anneau", createdAt: new Date(now.getTime() - 1) })
    await placeTestBooking(booked.id, [saturday])
    const { products } = await catalogue(`date=${saturday}`)
    expect(products?.map(({ answer }) => answer)).toEqual([
      { free: false, why: "taken", nearest: ["2027-06-05", "2027-06-19"] },
      { free: true, plans: [] },
    ])
  })

  test("the cards say when a distant day opens for booking", async () => {
    await makeProduct({ furthestDays: 30 })
    const { products } = await catalogue("date=2027-08-01")
    expect(products?.[0]?.answer).toMatchObject({ free: false, why: "too-far", opensOn: "2027-07-02" })
  })

  test("the cards leave a day free for the customer whose cart holds it @S-hold-own", async () => {
    const product = await readProductForRent((await makeProduct()).id)
    const customer = await makeCustomer()
    expect(
      product && (await holdDays({ party: ownAccountParty(customer), product, days: [saturday], at: now })).ok,
    ).toBe(true)
    const readFreeFor = async (customerId: ProfileId | null) =>
      (await readCatalog(new URLSearchParams({ date: saturday }), { customerId, at: now })).products?.[0]?.answer?.free
    expect(await readFreeFor(customer.id)).toBe(true)
    expect(await readFreeFor(null)).toBe(false)
  })

  test("the cards match a name whatever its accents and capitals @R-home-search", async () => {
    await makeProduct({ name: "Anneau de lumière" })
    await makeProduct({ name: "Photomaton" })
    expect((await catalogue("", "LUMIERE")).products?.map(({ name }) => name)).toEqual(["Anneau de lumière"])
    expect((await catalogue("", "%")).products).toEqual([])
  })

  test("the cards come in pages of 24, and the day is counted over all of them", async () => {
    const made = []
    for (let order = 1; order <= 26; order++)
      made.push(await makeProduct({ name: `Machine ${order}`, order, stock: 1 }))
    for (const { id } of made.slice(1)) await placeTestBooking(id, [saturday])
    const readPage = async (query: string) => {
      const { products, page, pages, daySummary: onDay } = await catalogue(query)
      return { names: products?.map(({ name }) => name) ?? [], page, pages, free: onDay?.free }
    }
    const first = await readPage(`date=${saturday}`)
    expect(first).toMatchObject({ page: 1, pages: 2, free: 1 })
    expect(first.names).toEqual(made.slice(0, 24).map(({ name }) => name))
    for (const page of ["2", "9"])
      expect(await readPage(`date=${saturday}&page=${page}`)).toEqual({
        names: ["Machine 25", "Machine 26"],
        page: 2,
        pages: 2,
        free: 1,
      })
    for (const page of ["0", "-1", "x", "1e3"]) expect(await readPage(`page=${page}`)).toMatchObject({ page: 1 })
    // Queries the surrounding weeks only for the visible cards without a free machine.
    const last = (await catalogue(`date=${saturday}&page=2`)).products?.map(({ answer }) => answer)
    for (const each of last ?? [])
      expect(each).toEqual({ free: false, why: "taken", nearest: ["2027-06-05", "2027-06-19"] })
  })

  test("the cards have one message when none is open yet, or none is free", async () => {
    const { id } = await makeProduct({ furthestDays: 30 })
    await makeProduct({ furthestDays: 40 })
    expect((await catalogue("date=2027-08-01")).daySummary).toEqual({ free: 0, isTaken: false, opensOn: "2027-06-22" })
    await db.execute(sql`update products set furthest_days = null where id = ${id}`)
    await placeTestBooking(id, ["2027-08-01"])
    expect((await catalogue("date=2027-08-01")).daySummary).toEqual({ free: 0, isTaken: true, opensOn: null })
    expect((await catalogue("")).daySummary).toBeNull()
  })

  test("the cards include the delivery to the postcode, and an unknown one is confirmed later", async () => {
    expect((await catalogue("cp=94130")).delivery).toMatchObject({ kind: "quoted", fee: 0 })
    expect((await catalogue("cp=69002")).delivery).toMatchObject({ kind: "quoted" })
    expect(await catalogue("cp=97400")).toMatchObject({ delivery: { kind: "to-confirm", distanceKm: 0, fee: 0 } })
    expect(await catalogue("cp=00000")).toMatchObject({ delivery: null, search: { postcodeProblem: "unknown" } })
    expect((await catalogue("cp=abc")).delivery).toBeNull()
  })

  test("the cards offer the towns that share a postcode, and name none until one is chosen", async () => {
    const { id } = await makeProduct()
    const readSearch = async (query: string) => {
      const { search, delivery } = await catalogue(query)
      return { search, delivery, words: delivery && deliveryLabel(search.postcode ?? "", delivery) }
    }
    const shared = await readSearch("cp=59400")
    expect(shared.search.towns).toHaveLength(12)
    expect(shared.search.towns).toContain("Cambrai")
    expect(shared.search.town).toBeNull()
    expect(shared.words).toMatch(/^Livraison à 59400 \(12\u00a0communes\)\u00a0: .*, selon la commune$/)
    const chosen = await readSearch("cp=59400&ville=Cambrai")
    expect(chosen.search.town).toBe("Cambrai")
    expect(chosen.words).toMatch(/^Livraison à Cambrai \(59400\)\u00a0: [^,]+, [^,]+ aller-retour$/)
    // The address step has the town already, at the price that was read.
    const product = await readProductForRent(id)
    const choice = readChoice(new URLSearchParams(`dates=${saturday}&cp=59400&ville=Cambrai`))
    const wizard =
      product &&
      (await readWizardView({
        product,
        choice,
        place: readPlace(new URLSearchParams()),
        party: null,
        promoCode: null,
        at: now,
      }))
    expect(wizard).toMatchObject({
      address: { zipCode: "59400", city: "Cambrai" },
      delivery: { quote: chosen.delivery },
    })
    // A town of elsewhere, or a postcode of one town, leaves no choice.
    expect((await readSearch("cp=59400&ville=Paris")).search.town).toBeNull()
    expect((await readSearch("cp=94130&ville=Cambrai")).search).toMatchObject({ towns: [], town: null })
  })

  test("a failed query of the cards never fails the page @M-home-products", async () => {
    await db.execute(sql`alter table products rename to products_elsewhere`)
    try {
      expect((await catalogue(`date=${saturday}`)).products).toBeNull()
    } finally {
      await db.execute(sql`alter table products_elsewhere rename to products`)
    }
    expect((await catalogue(`date=${saturday}`)).products).toEqual([])
  })
})

describe("the page of a product", () => {
  test("the page lists the confirmed days to come, not the pending ones @R-product-days @S-public-dates @C-bookings-confirmed", async () => {
    const { id } = await makeProduct()
    const booking = await placeTestBooking(id, [saturday, "2027-06-13"])
    await placeTestBooking(id, ["2027-06-19"])
    expect((await detail(id)).confirmedDays).toEqual([])
    expect((await confirmBooking(await administrator(), booking, now)).ok).toBe(true)
    expect((await detail(id)).confirmedDays).toEqual([saturday, "2027-06-13"])
  })

  test("the calendar opens at the requested month, the date's or today's, and never in the past", async () => {
    const { id } = await makeProduct({ furthestDays: 90 })
    const monthFor = async (query: string) => (await detail(id, query)).month.month
    expect(await monthFor("")).toBe("2027-05")
    expect(await monthFor(`date=${saturday}`)).toBe("2027-06")
    expect(await monthFor(`date=${saturday}&mois=2027-07`)).toBe("2027-07")
    expect(await monthFor("mois=2027-01")).toBe("2027-05")
    expect(await monthFor("mois=2031-01")).toBe("2027-07")
    expect(await monthFor("mois=juin")).toBe("2027-05")
  })

  test("the calendar opens at the first month with a free day, as the wizard does", async () => {
    const { id } = await makeProduct()
    const until = (last: Day) => {
      const days = [dayInParis(now)]
      while ((days.at(-1) as Day) < last) days.push(addDays(days.at(-1) as Day, 1))
      return days
    }
    await blockDays(await administrator(), { productId: id, days: until("2027-06-30") }, now)
    expect((await detail(id)).month.month).toBe("2027-07")
    expect((await detail(id, "mois=2027-06")).month.month).toBe("2027-06")
    const product = await readProductForRent(id)
    if (!product) throw new Error("The product is not for rent")
    const wizard = (query: string) => {
      const values = new URLSearchParams(query)
      return readWizardView({
        product,
        choice: readChoice(values),
        place: readPlace(values),
        party: null,
        promoCode: null,
        at: now,
      })
    }
    expect((await wizard("")).month).toBe("2027-07")
    expect((await wizard("mois=2027-06")).month).toBe("2027-06")
  })

  test("the calendar shows free, booked and closed days, and nothing of their customers @V-dates-closed @C-dates-read @C-bookings-month", async () => {
    const { id } = await makeProduct()
    await placeTestBooking(id, [saturday])
    await blockDays(await administrator(), { productId: id, days: ["2027-06-14"] }, now)
    const { month } = await detail(id, "mois=2027-06")
    const states = Object.fromEntries(month.days.map(({ day, state }) => [day, state]))
    expect(month.days).toHaveLength(42)
    expect(states).toMatchObject({ "2027-06-11": "free", [saturday]: "taken", "2027-06-14": "closed" })
  })

  test("the page offers options with their sub-options, and photo packs separately @E-sub-options @C-options-read @K-pack-default", async () => {
    const { id } = await makeProduct()
    const decor = await makeOption(id, { name: "Décor", order: 1 })
    await makeOption(id, { name: "Lettres", parentOptionId: decor.id, order: 2 })
    await makeOption(id, { name: "Pack Photo 36", order: 3 })
    const { options, photoPack } = await detail(id)
    expect(options.map(({ name, subOptions }) => [name, subOptions.map((sub) => sub.name)])).toEqual([
      ["Décor", ["Lettres"]],
    ])
    expect(photoPack).toEqual({ price: 700, quantity: 18 })
  })

  test("the page links to a manual of ours or on the web, and to nothing else @R-product-manual", async () => {
    const manualOf = async (manualUrl: string) => (await detail((await makeProduct({ manualUrl })).id)).manualUrl
    expect(await manualOf("/manual/1")).toBe("/manual/1")
    expect(await manualOf("https://notice.example/1.pdf")).toBe("https://notice.example/1.pdf")
    expect(await manualOf("javascript:alert(1)")).toBeNull()
    expect(await manualOf("//ailleurs.example")).toBeNull()
  })

  test("a former name in front of the id leads to the canonical address, the id alone answers itself", async () => {
    const product = await makeProduct({ name: "Borne d’été" })
    const open = async (id: string) =>
      productPage((await routeArgs(new Request(`http://localhost:3000/product/${id}?cp=94130`), { id })) as never)
    const canonical = `/product/borne-d-ete-${product.id}`
    for (const key of [product.id, `borne-d-ete-${product.id}`])
      expect(await open(key)).toMatchObject({ canonical: `http://localhost:3000${canonical}` })
    const moved = (await catchThrown(() => open(`miroir-${product.id}`))) as Response
    expect([moved.status, moved.headers.get("location")]).toEqual([301, `${canonical}?cp=94130`])
  })

  test("the page is 404 for an inactive, unknown or invalid product @M-product-missing @S-product-active @C-products-one", async () => {
    const { id } = await makeProduct({ isActive: false })
    for (const requestedId of [id, "00000000-0000-4000-8000-000000000000", "../etc"]) {
      const args = await routeArgs(new Request("http://localhost:3000/product/x"), { id: requestedId })
      expect(await catchThrown(() => productPage(args as never))).toMatchObject({ init: { status: 404 } })
    }
  })
})
