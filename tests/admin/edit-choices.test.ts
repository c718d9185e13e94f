import { readRentals } from "../../server/booking-record/rentals.ts"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import * as newBookingPage from "../../app/admin/bookings/new/route.tsx"
import { CALCULATE, SAVE } from "../../app/admin/kit/booking/bookings-url.ts"
import type { BookingsView } from "../../app/admin/bookings/calendar/view.ts"
import type { BookingEditView } from "../../app/admin/bookings/order/view.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { optionField } from "../../domain/booking/choice.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { type FormReply, administrator, read, send } from "./back-office.ts"

const day = addDays(dayInParis(new Date()), 40)
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value ?? null).replaceAll(/[\u00a0\u202f]/g, " ")) as unknown
let camille: Awaited<ReturnType<typeof administrator>>
let booking: typeof bookings.$inferSelect
let [book, pens] = [{} as Awaited<ReturnType<typeof makeOption>>, {} as Awaited<ReturnType<typeof makeOption>>]

beforeAll(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = await administrator()
})

beforeEach(async () => {
  const product = await makeProduct()
  book = await makeOption(product.id, { name: "Livre d’or" })
  pens = await makeOption(product.id, { name: "Feutres dorés", parentOptionId: book.id })
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(product.id, [day]),
    at: new Date(),
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  booking = placed.value.booking
})

const edited = (sent: FormReply) => sent.data["edit"] as BookingEditView
const row = async () => (await db.select().from(bookings).where(eq(bookings.id, booking.id)))[0]
const address: [string, string][] = [
  ["mode", "delivery"],
  ["street", "1 rue Neuve"],
  ["zipCode", "94130"],
  ["city", "Nogent-sur-Marne"],
]
const refusal = "« Feutres dorés » se prend avec « Livre d’or » : choisissez les deux, ou aucun des deux."

async function change(intent: string, part: string, fields: [string, string][], total = booking.total) {
  const path = `/admin/bookings?reservation=${booking.id}&modifier=${part}`
  const { edit } = await read<BookingsView>(bookingsPage, path, camille.from)
  if (!edit || edit === "closed") throw new Error("The form did not open")
  const hidden: [string, string][] = [
    ["intent", intent],
    ["reservation", booking.id],
    ["partie", part],
    ["vu", String(edit.loadedVersion)],
    ["total-vu", String(total)],
  ]
  return send(bookingsPage, { path, fields: [...hidden, ...fields], from: camille.from })
}

describe("a sub-option without its option", () => {
  test("a calculation says beside the sub-option why it changes nothing", async () => {
    const answer = await change(CALCULATE, "options", [[optionField(pens.id), "1"]])
    expect(plain(answer.data.errors)).toEqual({ [optionField(pens.id)]: refusal })
    expect(edited(answer).proposal?.changed).toBe(false)
  })

  test("the sub-option is not saved, even beside another change", async () => {
    const answer = await change(
      SAVE,
      "options",
      [
        [optionField(pens.id), "1"],
        ["packs", "1"],
      ],
      booking.total,
    )
    expect([answer.status, plain(answer.data.errors?.[optionField(pens.id)])]).toEqual([422, refusal])
    expect((await readRentals([booking.id])).get(booking.id)?.[0]?.photoPacks).toBe(0)
  })

  test("the sub-option is saved together with its option", async () => {
    const answer = await change(CALCULATE, "options", [
      [optionField(pens.id), "1"],
      [optionField(book.id), "1"],
    ])
    expect(answer.data.errors).toEqual({})
    expect(edited(answer).proposal?.price.difference).toBe(book.price + pens.price)
  })

  test("a phone booking reports the sub-option too", async () => {
    const path = `/admin/bookings/nouvelle?client=${booking.userId}&produit=${booking.productId}`
    const answer = await send(newBookingPage, {
      path,
      fields: [
        ["intent", "creer"],
        ["date", addDays(day, 3)],
        ["mode", "pickup"],
        [optionField(pens.id), "1"],
      ],
      from: camille.from,
    })
    expect([answer.status, plain(answer.data.errors?.[optionField(pens.id)])]).toEqual([422, refusal])
  })
})

describe("the distance of another address", () => {
  beforeEach(async () => {
    await db
      .update(bookings)
      .set({ isDelivery: true, distance: 90, distanceToConfirm: false })
      .where(eq(bookings.id, booking.id))
  })

  test("the distance is calculated again, and the field does not keep the old one", async () => {
    const { edit } = await read<BookingsView>(
      bookingsPage,
      `/admin/bookings?reservation=${booking.id}&modifier=adresse`,
      camille.from,
    )
    if (!edit || edit === "closed") throw new Error("The form did not open")
    expect([edit.place?.distance, edit.proposal?.distanceKm, edit.proposal?.changed]).toEqual(["", 90, false])
    const { proposal } = edited(await change(CALCULATE, "adresse", address))
    expect(proposal?.distanceKm).not.toBe(90)
  })

  test("the distance may be the old number when the owner types it", async () => {
    const { proposal } = edited(await change(CALCULATE, "adresse", [...address, ["distance", "90"]]))
    expect([proposal?.distanceKm, proposal?.distanceToConfirm, proposal?.changed]).toEqual([90, false, true])
    expect((await change(SAVE, "adresse", [...address, ["distance", "90"]], proposal?.price.after)).status).toBe(303)
    const stored = await row()
    expect([stored?.distance, stored?.address.street]).toEqual([90, "1 rue Neuve"])
  })

  test("a typed distance settles an unconfirmed one, whatever its value", async () => {
    await db.update(bookings).set({ distance: 0, distanceToConfirm: true }).where(eq(bookings.id, booking.id))
    const { street, zipCode, city } = booking.address
    const { proposal } = edited(
      await change(CALCULATE, "adresse", [
        ["mode", "delivery"],
        ["street", street],
        ["zipCode", zipCode],
        ["city", city],
        ["distance", "0"],
      ]),
    )
    expect([proposal?.distanceToConfirm, proposal?.changed]).toEqual([false, true])
  })
})
