import { beforeEach, expect, test } from "vitest"
import * as datesPage from "../../app/site/account/booking/dates/route.tsx"
import type { DatesView } from "../../app/site/account/booking/dates/view.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { type Day, addDays, dayInParis, monthOf } from "../../domain/day.ts"
import { signedUp } from "../../server/accounts/auth/accounts.fixture.ts"
import { readVisitor } from "../../server/accounts/auth/visitor.ts"
import { acceptDates, listDateChanges, previewDateChange } from "../../server/bookings/date-change.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { readBookingVersion } from "../../server/bookings/booking-version.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { bookingNow, daysHeld, owner } from "../ends.ts"
import { makeCustomer, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"

beforeEach(freshDatabase)

const first: Day = `${monthOf(addDays(dayInParis(new Date()), 70))}-11`
const own = [first, addDays(first, 1)]

async function makeBooking() {
  const { request } = await signedUp({ name: "Camille", email: "camille@exemple.fr", password: "le bal du 14" })
  const visitor = await readVisitor(request)
  if (!visitor) throw new Error("Nobody is signed in")
  const product = await makeProduct({ preparationDaysBefore: 1, preparationDaysAfter: 1 })
  const party = ownAccountParty({ id: visitor.profile.id, name: visitor.profile.name })
  const placed = await placeBooking({ party, order: makeOrder(product.id, own), at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id, number } = placed.value.booking
  const params = { number: String(number) }
  const path = `/account/bookings/${number}/dates`
  const view = async (search = "") => {
    const pageRequest = new Request(new URL(path + search, "http://localhost:3000"), { headers: request.headers })
    const loaded = await datesPage.loader((await routeArgs(pageRequest, params)) as never)
    return (loaded as unknown as { view: DatesView }).view
  }
  const ask = async (days: readonly Day[]) => {
    const fields = days.map((day): [string, string] => ["date", day])
    return datesPage.action((await routeArgs(postRequest(path, fields, request), params)) as never)
  }
  return { id, product, view, ask }
}

test("a booking moves by one day: neither its own days nor their preparation block it", async () => {
  const { id, view, ask } = await makeBooking()
  const { days } = await view()
  const nearbyDays = [-2, -1, 0, 1, 2, 3].map((step) => addDays(first, step))
  expect(days.filter(({ day }) => nearbyDays.includes(day)).map(({ state }) => state)).toEqual(
    nearbyDays.map(() => "free"),
  )
  const moved = own.map((day) => addDays(day, 1))
  expect(await ask(moved)).toMatchObject({ status: 303 })
  const request = (await listDateChanges(id))[0]
  const preview = request && (await previewDateChange(id, request.id))
  if (!request || !preview?.ok) throw new Error("Nothing is offered")
  const displayedTotal = preview.value.proposal.after.total
  const version = await readBookingVersion(id)
  const accepted = await acceptDates(await owner(), id, {
    requestId: request.id,
    expectedVersion: version,
    expectedTotal: displayedTotal,
  })
  expect(accepted).toMatchObject({ ok: true })
  expect((await bookingNow(id))?.dates).toEqual(moved)
  expect(await daysHeld(id)).toEqual([0, 1, 2, 3].map((step) => addDays(first, step)))
})

test("booked days are announced in any month, and refused by name when a form still sends them", async () => {
  const { product, view, ask } = await makeBooking()
  const [booked, later] = [addDays(first, 6), addDays(first, 40)]
  const other = ownAccountParty(await makeCustomer())
  for (const day of [booked, later])
    await placeBooking({ party: other, order: makeOrder(product.id, [day]), at: new Date() })
  const requestedDays = [first, booked, later]
  const search = `?${new URLSearchParams(requestedDays.map((day) => ["date", day]))}&mois=${monthOf(first)}`
  expect(await view(search)).toMatchObject({ chosen: requestedDays, unavailable: [booked, later] })
  expect(await ask(requestedDays)).toMatchObject({
    init: { status: 422 },
    data: {
      lostDays: [booked, later],
      errors: { form: "Certaines dates sélectionnées ne sont plus disponibles" },
      lists: { date: requestedDays },
    },
  })
})

test("nonexistent days are announced like unavailable ones", async () => {
  const { view } = await makeBooking()
  const far: Day[] = ["2001-01-01", "2099-12-31"]
  expect(await view("?date=2099-12-31&date=2001-01-01")).toMatchObject({ chosen: far, unavailable: far })
})
