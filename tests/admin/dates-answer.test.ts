import { beforeEach, expect, test } from "vitest"
import * as bookingPage from "../../app/admin/bookings/booking/route.tsx"
import type { OwnerBookingView } from "../../app/admin/bookings/booking/view.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { requestDates } from "../../server/bookings/request-dates.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { makeCustomer, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { administrator, read, send } from "./back-office.ts"

beforeEach(freshDatabase)

const day = addDays(dayInParis(new Date()), 40)
const other = addDays(day, 7)

async function requestOtherDates() {
  const { from } = await administrator()
  const party = ownAccountParty(await makeCustomer({ name: "Lila Morel" }))
  const placed = await placeBooking({ party, order: makeOrder((await makeProduct()).id, [day]), at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id, number } = placed.value.booking
  const ask = async (newDay = other) => {
    const requested = await requestDates(party, id, { days: [newDay], note: "La salle a changé" }, new Date())
    if (!requested.ok) throw new Error(requested.error.kind)
  }
  await ask()
  const path = `/admin/bookings/${number}?geste=dates`
  const params = { number: String(number) }
  const view = () => read<OwnerBookingView>(bookingPage, path, from, params)
  const press = (fields: Record<string, string>) => send(bookingPage, { path, fields, from, params })
  return { ask, view, press }
}

function acceptForm(view: OwnerBookingView) {
  const { dateRequest } = view
  if (!dateRequest?.offer || !("total" in dateRequest.offer)) throw new Error("Nothing is offered")
  const { id, offer } = dateRequest
  return { intent: "accepter-dates", demande: id, vu: String(offer.loadedVersion), "total-vu": String(offer.total) }
}

test("days accepted twice, by a double press or a reload, are accepted once, and the second reads by whom", async () => {
  const { view, press } = await requestOtherDates()
  const form = acceptForm(await view())
  expect((await press(form)).flash).toMatchObject({ kind: "success", title: "Nouvelles dates acceptées" })
  const already = { kind: "success", title: expect.stringMatching(/^Déjà acceptées par Camille, /) }
  expect((await press(form)).flash).toMatchObject(already)
  const after = await view()
  expect(after.booking.dates).toEqual([other])
  expect(after).toMatchObject({ dateRequest: null, dateAnswer: already })
  const refusal = { intent: "refuser-dates", demande: form.demande, motif: "" }
  expect((await press(refusal)).flash).toMatchObject({ kind: "error", title: already.title })
})

test("days that are refused twice are refused once", async () => {
  const { view, press } = await requestOtherDates()
  const { demande } = acceptForm(await view())
  const refusal = { intent: "refuser-dates", demande, motif: "Machine prise" }
  expect((await press(refusal)).flash).toMatchObject({ kind: "success", title: "Dates gardées" })
  expect((await press(refusal)).flash).toMatchObject({
    kind: "success",
    title: expect.stringMatching(/^Déjà refusées par Camille, /),
  })
  expect((await view()).booking.dates).toEqual([day])
})

test("days that the customer has replaced are not answered, and the owner reads the new request", async () => {
  const { ask, view, press } = await requestOtherDates()
  const form = acceptForm(await view())
  await ask(addDays(day, 14))
  const { flash } = await press(form)
  expect(flash).toMatchObject({ kind: "error", title: "Le client demande d’autres dates depuis" })
  expect((await view()).booking.dates).toEqual([day])
})
