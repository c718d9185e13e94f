import { beforeAll, beforeEach, expect, test } from "vitest"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import type { BookingsView } from "../../app/admin/bookings/calendar/view.ts"
import { CALCULATE, SAVE } from "../../app/admin/kit/booking/bookings-url.ts"
import type { BookingEditView } from "../../app/admin/bookings/order/view.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { type Day, addDays, dayInParis, weekday } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import { readRentals } from "../../server/booking-record/rentals.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { makeCustomer, makeFinanceSettings, makeOrder, makePlan, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { type FormReply, administrator, read, send } from "./back-office.ts"

const day = addDays(dayInParis(new Date()), 40)
let camille: Awaited<ReturnType<typeof administrator>>
let id: BookingId
let [booth, ring] = [{} as Awaited<ReturnType<typeof makeProduct>>, {} as Awaited<ReturnType<typeof makeProduct>>]

beforeAll(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = await administrator()
})

beforeEach(async () => {
  booth = await makeProduct({ price: 25_000 })
  ring = await makeProduct({ price: 18_000 })
  const party = ownAccountParty(await makeCustomer())
  const placed = await placeBooking({ party, order: makeOrder(booth.id, [day]), at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  id = placed.value.booking.id
})

async function openEdit(query: string): Promise<BookingEditView> {
  const { edit } = await read<BookingsView>(bookingsPage, `/admin/bookings?reservation=${id}&${query}`, camille.from)
  if (!edit || edit === "closed") throw new Error("The form did not open")
  return edit
}

/** As a browser without JavaScript sends it: the URL is still the one that was opened. */
async function post(query: string, intent: string, fields: Record<string, string | number>): Promise<FormReply> {
  const { part, rental, loadedVersion } = await openEdit(query)
  const sent = {
    intent,
    reservation: id,
    partie: part,
    ...(rental === null ? {} : { location: rental }),
    vu: loadedVersion,
    ...fields,
  }
  const path = `/admin/bookings?reservation=${id}&${query}`
  return send(bookingsPage, {
    path,
    fields: Object.entries(sent).map(([name, value]): [string, string] => [name, String(value)]),
    from: camille.from,
  })
}

const rentalsNow = async () =>
  ((await readRentals([id])).get(id) ?? []).map(({ position, productId, dates }) => [position, productId, ...dates])

const added = (days: Day, total: number) => ({
  louer: ring.id,
  "produit-vu": ring.id,
  date: days,
  packs: 0,
  "total-vu": total,
})

test("a rental is added with its own product and days, on the day of the first by default", async () => {
  const opened = await openEdit(`modifier=ajouter&louer=${ring.id}`)
  expect(opened).toMatchObject({
    rental: null,
    added: { product: { id: ring.id }, withoutSupplement: null },
    days: { chosen: [day] },
    proposal: { price: { before: 25_000, after: 43_000 } },
  })
  const later = addDays(day, 7)
  expect((await post("modifier=ajouter", SAVE, added(later, 43_000))).status).toBe(303)
  expect(await rentalsNow()).toEqual([
    [1, booth.id, day],
    [2, ring.id, later],
  ])
})

test("the price of another product is read before anything is saved", async () => {
  const answer = await post("modifier=ajouter", SAVE, { ...added(day, 43_000), "produit-vu": booth.id })
  expect(answer.status).toBe(422)
  expect(answer.data.errors?.["louer"]).toContain(ring.name)
  expect(await rentalsNow()).toHaveLength(1)
})

test("the second rental has a form of its own for its dates", async () => {
  await post("modifier=ajouter", SAVE, added(day, 43_000))
  const later = addDays(day, 7)
  expect(await openEdit("modifier=dates&location=2")).toMatchObject({ rental: 2, productName: ring.name })
  const answer = await post("modifier=dates&location=2", SAVE, { date: later, "total-vu": 43_000 })
  expect(answer.status).toBe(303)
  expect(await rentalsNow()).toEqual([
    [1, booth.id, day],
    [2, ring.id, later],
  ])
})

test("a week-end is offered and moved to any day of the week", async () => {
  const plan = await makePlan(booth.id, { kind: "fixed", name: "Week-end", days: 2, weekdays: [weekday(day)] })
  const order = makeOrder(booth.id, [addDays(day, 7)], { plan: { id: plan.id, startTime: null, extraHours: 0 } })
  const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  id = placed.value.booking.id
  const later = addDays(day, 9)
  const { days } = await openEdit(`modifier=dates&jours=${later}`)
  expect(days).toMatchObject({ chosenDay: { day: later, state: "free" } })
  const answer = await post("modifier=dates", SAVE, { date: later, "total-vu": placed.value.booking.total })
  expect(answer.status).toBe(303)
  expect(await rentalsNow()).toEqual([[1, booth.id, later, addDays(later, 1)]])
})

test("a rental moves to another product without supplement, and an unsigned one is removed", async () => {
  await post("modifier=ajouter", SAVE, added(day, 43_000))
  const dearer = await makeProduct({ price: 59_000 })
  const moved = { louer: dearer.id, "produit-vu": dearer.id, date: day, packs: 0, "sans-supplement": "oui" }
  const calculated = await post("modifier=remplacer&location=2", CALCULATE, moved)
  expect(calculated.data["edit"]).toMatchObject({ proposal: { price: { before: 43_000, after: 43_000 } } })
  expect((await post("modifier=remplacer&location=2", SAVE, { ...moved, "total-vu": 43_000 })).status).toBe(303)
  expect(await rentalsNow()).toEqual([
    [1, booth.id, day],
    [3, dearer.id, day],
  ])
  expect((await post("modifier=retirer&location=1", SAVE, { "total-vu": 18_000 })).status).toBe(303)
  expect(await rentalsNow()).toEqual([[3, dearer.id, day]])
})

test("a form of a rental that is gone says so and changes nothing", async () => {
  const { edit } = await read<BookingsView>(
    bookingsPage,
    `/admin/bookings?reservation=${id}&modifier=dates&location=7`,
    camille.from,
  )
  expect(edit).toBe("closed")
  await post("modifier=ajouter", SAVE, added(day, 43_000))
  for (const location of ["7", "abc", "99999999999"])
    await post("modifier=retirer&location=2", SAVE, { location, "total-vu": 25_000 })
  expect(await rentalsNow()).toHaveLength(2)
})
