import { randomUUID } from "node:crypto"
import { beforeEach, expect, test } from "vitest"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import type { BookingsView } from "../../app/admin/bookings/calendar/view.ts"
import * as newBookingPage from "../../app/admin/bookings/new/route.tsx"
import { SAVE } from "../../app/admin/kit/booking/bookings-url.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

const day = addDays(dayInParis(new Date()), 40)
const notADay = expect.stringContaining("Une des dates envoyées n’existe pas") as unknown

beforeEach(async () => {
  await freshDatabase()
  await makeFinanceSettings()
})

test.each(["calculer", "creer"])("an order with an invalid date is refused as a whole (%s)", async (intent) => {
  const { from } = await administrator()
  const [customer, product] = [await makeCustomer(), await makeProduct()]
  const path = `/admin/bookings/nouvelle?client=${customer.id}&produit=${product.id}`
  const fields = (dates: string[]): [string, string][] => [
    ["intent", intent],
    ["cle", randomUUID()],
    ["mode", "pickup"],
    ["street", "12 quai de la Marne"],
    ["zipCode", "94130"],
    ["city", "Nogent-sur-Marne"],
    ["total-vu", String(product.price)],
    ...dates.map((date): [string, string] => ["date", date]),
  ]
  const answer = await send(newBookingPage, { path, fields: fields([day, "2027-02-31"]), from })
  expect(answer).toMatchObject({ status: 422, data: { errors: { date: notADay } } })
  expect(await db.$count(bookings)).toBe(0)
  expect((await send(newBookingPage, { path, fields: fields([day]), from })).status).toBe(
    intent === "creer" ? 303 : 200,
  )
})

test("new days with an invalid date are refused as a whole", async () => {
  const { from } = await administrator()
  const product = await makeProduct()
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(product.id, [day]),
    at: new Date(),
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id, total } = placed.value.booking
  const path = `/admin/bookings?reservation=${id}&modifier=dates`
  const { edit } = await read<BookingsView>(bookingsPage, path, from)
  if (!edit || edit === "closed") throw new Error("The form did not open")
  const moved = (dates: string[]): [string, string][] => [
    ["intent", SAVE],
    ["reservation", id],
    ["partie", "dates"],
    ["vu", String(edit.loadedVersion)],
    ["total-vu", String(total)],
    ["message-propose", ""],
    ...dates.map((date): [string, string] => ["date", date]),
  ]
  const later = addDays(day, 7)
  const answer = await send(bookingsPage, { path, fields: moved([later, "2027-02-31"]), from })
  expect(answer).toMatchObject({ status: 409, data: { errors: { date: notADay } } })
  expect((await db.select().from(bookings))[0]?.dates).toEqual([day])
  expect((await send(bookingsPage, { path, fields: moved([later]), from })).status).toBe(303)
  expect((await db.select().from(bookings))[0]?.dates).toEqual([later])
})
