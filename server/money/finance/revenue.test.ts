import { randomUUID } from "node:crypto"
import { desc, sql } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import type { ProductId } from "../../../domain/id.ts"
import type { Day } from "../../../domain/day.ts"
import {
  makeCustomer,
  makeProduct,
  rentInsertedBookings,
  usualTerms,
  withoutTriggers,
} from "../../../tests/factories.ts"
import { freshDatabase } from "../../../tests/harness/database.ts"
import { readRentals, writeRentals } from "../../booking-record/rentals.ts"
import { db, transaction } from "../../platform/database.server.ts"
import { bookings } from "../../platform/schema/bookings.ts"
import {
  type RevenueSort,
  readRevenueByMonth,
  readRevenueByMonthAndProduct,
  readRevenueByProduct,
  listRevenueYears,
} from "./revenue.ts"

beforeEach(freshDatabase)

async function booked({
  product,
  firstDay,
  total,
  status = "confirmed",
  lastDay = firstDay,
}: {
  product: { id: ProductId; name: string }
  firstDay: Day
  total: number
  status?: "pending" | "confirmed" | "cancelled"
  lastDay?: Day
}) {
  const customer = await makeCustomer()
  const address = { street: "1 rue", zipCode: "94130", city: "Nogent-sur-Marne", instructions: "" }
  await db.insert(bookings).values({
    userId: customer.id,
    productId: product.id,
    productName: product.name,
    dates: firstDay === lastDay ? [firstDay] : [firstDay, lastDay],
    firstDay,
    lastDay,
    returnsOn: lastDay,
    status,
    total,
    priceLines: {
      version: 1,
      lines: [{ kind: "product", label: product.name, unitPrice: total, quantity: 1, days: 1, amount: total }],
    },
    agreement: status === "confirmed" ? usualTerms : null,
    isDelivery: false,
    address,
    idempotencyKey: randomUUID(),
    requestedAt: new Date(),
    answerDueAt: new Date(),
  })
  await rentInsertedBookings()
}

async function bookedTogether(products: readonly { id: ProductId; name: string }[], amounts: readonly number[]) {
  const [first] = products
  if (!first) throw new Error("A booking has a rental at least")
  const common = { unitPrice: 0, quantity: 1, days: 1 }
  const total = amounts.reduce((sum, amount) => sum + amount, 4_001)
  await booked({ product: first, firstDay: "2027-06-12", total })
  const [booking] = await db.select().from(bookings).orderBy(desc(bookings.number)).limit(1)
  if (!booking) throw new Error("Nothing was booked")
  const lines = [
    ...products.map(({ name }, index) => {
      const amount = amounts[index] ?? 0
      return { ...common, kind: "product" as const, label: name, amount, rental: index + 1 }
    }),
    { ...common, kind: "delivery" as const, label: "Livraison", amount: 4_001 },
  ]
  await withoutTriggers(sql`
    update bookings set price_lines = ${JSON.stringify({ version: 1, lines })}::jsonb where id = ${booking.id}`)
  const rental = { dailyPrice: 0, photoPackPrice: 700, photoPackQuantity: 18, dates: booking.dates }
  const [sole] = await readRentals([booking.id]).then((byBooking) => byBooking.get(booking.id) ?? [])
  if (!sole) throw new Error("Nothing was rented")
  await transaction((tx) =>
    writeRentals(
      tx,
      booking.id,
      products.map(({ id, name }, index) => ({
        ...sole,
        ...rental,
        position: index + 1,
        productId: id,
        productName: name,
      })),
    ),
  )
}

describe("revenue", () => {
  test("revenue is the total of confirmed bookings in the month of their first day", async () => {
    const product = await makeProduct()
    await booked({ product, firstDay: "2027-01-31", total: 20_000, status: "confirmed", lastDay: "2027-02-01" })
    await booked({ product, firstDay: "2027-01-01", total: 12_345 })
    await booked({ product, firstDay: "2027-02-14", total: 5_000 })
    await booked({ product, firstDay: "2027-02-15", total: 99_900, status: "pending" })
    await booked({ product, firstDay: "2027-02-16", total: 99_900, status: "cancelled" })
    await booked({ product, firstDay: "2026-12-31", total: 1 })
    expect(await readRevenueByMonth("2027-01-01", "2027-12-31")).toEqual([
      { month: "2027-01", bookings: 2, revenue: 32_345 },
      { month: "2027-02", bookings: 1, revenue: 5_000 },
    ])
  })

  test("revenue is split by product, or of a single product", async () => {
    const [bois, miroir] = [await makeProduct({ name: "Bois" }), await makeProduct({ name: "Miroir" })]
    await booked({ product: bois, firstDay: "2027-03-01", total: 10_000 })
    await booked({ product: miroir, firstDay: "2027-03-02", total: 30_000 })
    await booked({ product: miroir, firstDay: "2027-04-02", total: 30_000 })
    expect(await readRevenueByMonthAndProduct("2027-01-01", "2027-12-31")).toEqual([
      { month: "2027-03", productId: bois.id, product: "Bois", bookings: 1, revenue: 10_000 },
      { month: "2027-03", productId: miroir.id, product: "Miroir", bookings: 1, revenue: 30_000 },
      { month: "2027-04", productId: miroir.id, product: "Miroir", bookings: 1, revenue: 30_000 },
    ])
    expect(await readRevenueByMonth("2027-01-01", "2027-12-31", miroir.id)).toHaveLength(2)
    expect(await readRevenueByMonth("2027-01-01", "2027-12-31", "pas un produit")).toEqual([])
  })

  test("each product earns its rentals' lines and its share of the delivery, and together the bookings' totals", async () => {
    const [booth, platform] = [await makeProduct({ name: "Bois" }), await makeProduct({ name: "Plateforme 360" })]
    await bookedTogether([booth, platform, booth], [25_000, 59_000, 25_000])
    await booked({ product: platform, firstDay: "2027-07-01", total: 10_000 })
    const { rows, revenue } = await readRevenueByProduct("2027-01-01", "2027-12-31", {
      sort: "chiffre",
      descending: true,
      page: 1,
    })
    expect(rows).toEqual([
      { productId: platform.id, product: "Plateforme 360", bookings: 2, revenue: 71_165 },
      { productId: booth.id, product: "Bois", bookings: 1, revenue: 51_836 },
    ])
    expect(revenue).toBe(123_001)
    expect(await readRevenueByMonth("2027-01-01", "2027-12-31")).toEqual([
      { month: "2027-06", bookings: 1, revenue: 113_001 },
      { month: "2027-07", bookings: 1, revenue: 10_000 },
    ])
    expect(await readRevenueByMonth("2027-01-01", "2027-12-31", booth.id)).toEqual([
      { month: "2027-06", bookings: 1, revenue: 51_836 },
    ])
    expect(await readRevenueByMonthAndProduct("2027-01-01", "2027-12-31", { productId: platform.id })).toMatchObject([
      { month: "2027-06", revenue: 61_165 },
      { month: "2027-07", revenue: 10_000 },
    ])
  })

  test("revenue is listed by product, sorted as requested, twenty-five per page, with the total of all", async () => {
    for (let index = 0; index < 27; index++)
      await booked({
        product: await makeProduct({ name: `Produit ${String(index).padStart(2, "0")}` }),
        firstDay: "2027-03-01",
        total: 1_000 * (index + 1),
      })
    const elan = await makeProduct({ name: "Élan" })
    await booked({ product: elan, firstDay: "2027-03-01", total: 500 })
    await booked({ product: elan, firstDay: "2027-04-01", total: 400 })
    await booked({ product: elan, firstDay: "2028-04-01", total: 99_900 })
    const list = async (sort: RevenueSort, descending: boolean, page = 1) => {
      const { rows, ...about } = await readRevenueByProduct("2027-01-01", "2027-12-31", { sort, descending, page })
      return { ...about, names: rows.map(({ product }) => product) }
    }
    const [first, second] = [await list("chiffre", true), await list("chiffre", true, 2)]
    expect(first).toMatchObject({ total: 28, pages: 2, revenue: 378_900 })
    expect([first.names.length, first.names[0], second.names]).toEqual([
      25,
      "Produit 26",
      ["Produit 01", "Produit 00", "Élan"],
    ])
    expect((await list("produit", false)).names[0]).toBe("Élan")
    expect((await list("reservations", true)).names[0]).toBe("Élan")
    const { rows } = await readRevenueByProduct("2027-01-01", "2027-12-31", {
      sort: "chiffre",
      descending: false,
      page: 1,
    })
    expect(rows[0]).toEqual({ productId: elan.id, product: "Élan", bookings: 2, revenue: 900 })
    expect(await readRevenueByMonthAndProduct("2027-01-01", "2027-12-31", { max: 3 })).toHaveLength(3)
    expect(await readRevenueByMonthAndProduct("2027-01-01", "2027-12-31", { productId: elan.id })).toMatchObject([
      { month: "2027-03", revenue: 500 },
      { month: "2027-04", revenue: 400 },
    ])
  })

  test("the menu has the years with revenue, the latest first, and none in a new shop", async () => {
    expect(await listRevenueYears()).toEqual([])
    const product = await makeProduct()
    await booked({ product, firstDay: "2025-06-01", total: 1_000 })
    await booked({ product, firstDay: "2027-06-01", total: 1_000 })
    await booked({ product, firstDay: "2029-06-01", total: 1_000, status: "pending" })
    expect(await listRevenueYears()).toEqual([2027, 2026, 2025])
  })
})
