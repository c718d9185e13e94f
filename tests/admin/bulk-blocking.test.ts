import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as availabilityPage from "../../app/admin/availability/route.tsx"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import type { BookingsView } from "../../app/admin/bookings/calendar/view.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import { readClosedUnits, unitDays } from "../unit-days.ts"
import { makeCustomer, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

const day = addDays(dayInParis(new Date()), 40)
const next = addDays(day, 1)
const plain = (text: string | undefined) => (text ?? "").replaceAll(/[\u00a0\u202f]/g, " ")
let someone: Awaited<ReturnType<typeof administrator>>
let product: Awaited<ReturnType<typeof makeProduct>>
let number: number

beforeAll(async () => {
  await freshDatabase()
  someone = await administrator()
})

beforeEach(async () => {
  product = await makeProduct({ stock: 2 })
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer({ name: "Lila Morel" })),
    order: makeOrder(product.id, [day]),
    at: new Date(),
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  number = placed.value.booking.number
})

const occupied = async () =>
  (await db.select().from(unitDays).where(eq(unitDays.productId, product.id)).orderBy(unitDays.day, unitDays.unit)).map(
    (row) => `${row.day} ${row.kind}`,
  )
const bulk = (intent: string, days: string[]) =>
  send(bookingsPage, {
    path: "/admin/bookings",
    fields: [
      ["intent", intent],
      ["produit", product.id],
      ...days.map((each): [string, string] => ["jours", each]),
      ["motif", "Salon"],
    ],
    from: someone.from,
  })

describe("closing the selected days of the calendar", () => {
  test("a closure over a booking is refused with its name, keeps the reason and closes no day", async () => {
    const answer = await bulk("bloquer", [day, next])
    expect(answer.status).toBe(409)
    expect(plain(answer.data.errors?.["form"])).toMatch(
      new RegExp(`^Rien n’a été bloqué : la réservation n° ${number} de Lila Morel \\(.*\\) occupe ces jours\\.$`),
    )
    expect(answer.data.values).toMatchObject({ motif: "Salon" })
    expect(await occupied()).toEqual([`${day} booking`])
  })

  test("a closure shows the bookings first, and closes around them when that is chosen @R-bookings-bulk", async () => {
    const path = `/admin/bookings?produit=${product.id}&jours=${day}&jours=${next}&geste=bloquer`
    const view = await read<BookingsView>(bookingsPage, path, someone.from)
    expect(view.conflicts).toMatchObject([{ number, clientName: "Lila Morel", days: [day] }])
    expect(
      (await read<BookingsView>(bookingsPage, path.replace("bloquer", "liberer"), someone.from)).conflicts,
    ).toEqual([])
    const { flash } = await bulk("bloquer-libre", [day, next])
    expect(flash).toMatchObject({ kind: "success", title: "2 jours bloqués" })
    // Names the remaining booking, so that an owner on holiday does not forget a wedding.
    expect(plain(flash?.text)).toContain(`Reste réservée : n° ${number} de Lila Morel`)
    expect(await readClosedUnits(product.id)).toEqual([`${day} 2`, `${next} 1`, `${next} 2`])
  })

  test("free days are closed or opened at once, and the selection is cleared @R-bookings-bulk @S-bulk-act @S-bulk-clear", async () => {
    const path = `/admin/bookings?produit=${product.id}&jours=${next}`
    const answer = await send(bookingsPage, {
      path: `${path}&geste=bloquer`,
      fields: [
        ["intent", "bloquer"],
        ["produit", product.id],
        ["jours", next],
      ],
      from: someone.from,
    })
    expect(answer).toMatchObject({
      status: 303,
      to: `/admin/bookings?produit=${product.id}`,
      flash: { kind: "success", title: "Jour bloqué" },
    })
    const opened = await send(bookingsPage, {
      path: `${path}&geste=liberer`,
      fields: [
        ["intent", "liberer"],
        ["produit", product.id],
        ["jours", next],
      ],
      from: someone.from,
    })
    expect(opened).toMatchObject({ to: `/admin/bookings?produit=${product.id}`, flash: { title: "Jour libéré" } })
    await bulk("bloquer", [next])
    expect(await readClosedUnits(product.id)).toEqual([`${next} 1`, `${next} 2`])
  })

  test("a closure of all products is described in a sentence", async () => {
    await makeProduct()
    const path = `/admin/availability?geste=bloquer&pour=&du=${addDays(day, 9)}&au=${addDays(day, 9)}`
    const { flash } = await send(availabilityPage, { path, fields: { intent: "bloquer" }, from: someone.from })
    expect(flash?.text).toMatch(/^Tous les produits, .*\.$/)
  })

  test("a closure from the planning is refused in the same words", async () => {
    const path = `/admin/availability?geste=bloquer&pour=${product.id}&produit=${product.id}&du=${day}&au=${day}`
    const answer = await send(availabilityPage, { path, fields: { intent: "bloquer" }, from: someone.from })
    expect([answer.status, plain(answer.data.errors?.["form"])]).toEqual([
      409,
      expect.stringContaining(`n° ${number} de Lila Morel`),
    ])
  })
})
