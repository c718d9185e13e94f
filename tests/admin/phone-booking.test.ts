import { randomUUID } from "node:crypto"
import { inArray } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as newBookingPage from "../../app/admin/bookings/new/route.tsx"
import type { NewBookingView } from "../../app/admin/bookings/order/view.ts"
import { optionField } from "../../domain/booking/choice.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { db } from "../../server/platform/database.server.ts"
import { profiles } from "../../server/platform/schema/accounts.ts"
import { availableDates } from "../../server/platform/schema/availability.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { linksIn, renderPage } from "../harness/page.ts"
import { postRequest } from "../accounts/browser.ts"
import { type FormReply, administrator, send } from "./back-office.ts"

const day = addDays(dayInParis(new Date()), 40)
const nogent = { street: "12 quai de la Marne", zipCode: "94130", city: "Nogent-sur-Marne" }
const ajaccio = { street: "12 rue X", zipCode: "20000", city: "Ajaccio" }
const plain = (value: unknown) => String(value).replaceAll(/[\u00a0\u202f]/g, " ")
let camille: Awaited<ReturnType<typeof administrator>>
let customer: Awaited<ReturnType<typeof makeCustomer>>
let [first, second] = [{} as Awaited<ReturnType<typeof makeProduct>>, {} as Awaited<ReturnType<typeof makeProduct>>]

beforeAll(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = await administrator()
})
beforeEach(async () => {
  customer = await makeCustomer()
  first = await makeProduct({ name: "Photomaton bois" })
  second = await makeProduct({ name: "Photomaton noir", price: first.price + 10_000 })
})

const theirs = () =>
  db
    .select()
    .from(bookings)
    .where(inArray(bookings.productId, [first.id, second.id]))
const booked = async () => (await theirs()).length
const order = (sent: FormReply) =>
  (sent.data["booking"] as NewBookingView).order as NonNullable<NewBookingView["order"]>
const ticket = (sent: FormReply) => {
  const { price, delivery, distanceToConfirm, distanceUnreadable, distanceKm } = order(sent)
  const line = price?.lines.find(({ kind }) => kind === "delivery")
  return { delivery: plain(delivery), amount: line?.amount, distanceToConfirm, distanceUnreadable, distanceKm }
}

function sendForm(intent: string, values: Record<string, string>, from = first): Promise<FormReply> {
  const path = `/admin/bookings/nouvelle?client=${customer.id}&produit=${from.id}`
  const fields = { intent, cle: randomUUID(), mode: "delivery", date: day, ...nogent, ...values }
  return send(newBookingPage, { path, fields, from: camille.from })
}

describe("a phone booking to an unknown address", () => {
  const total = () => ({ "total-vu": String(first.price), confirmer: "oui" })

  test("the booking is not confirmed at once: the distance says what to do, and no typed value is lost", async () => {
    const answer = await sendForm("creer", { ...ajaccio, ...total(), instructions: "Au fond" })
    expect(answer.status).toBe(409)
    expect(Object.keys(answer.data.errors ?? {})).toEqual(["distance"])
    expect(plain(answer.data.errors?.["distance"])).toBe(
      "La distance n’a pas pu être calculée : indiquez-la, ou décochez « Confirmer tout de suite » pour garder une demande.",
    )
    const { days, place, confirm } = order(answer)
    expect([days.chosen, place.address, confirm]).toEqual([[day], { ...ajaccio, instructions: "Au fond" }, true])
    expect(await booked()).toBe(0)
  })

  test("the refusal creates no customer either", async () => {
    const before = await db.$count(profiles)
    const fields = { intent: "creer", cle: randomUUID(), mode: "delivery", date: day, ...ajaccio, ...total() }
    const caller = { nouveau: randomUUID(), name: "Zoé Appel", produit: first.id }
    const answer = await send(newBookingPage, {
      path: "/admin/bookings/nouvelle?client=nouveau",
      fields: { ...fields, ...caller },
      from: camille.from,
    })
    expect([answer.status, Object.keys(answer.data.errors ?? {})]).toEqual([409, ["distance"]])
    expect([await db.$count(profiles), await booked()]).toEqual([before, 0])
  })

  test("the booking is stored as a request, or confirmed with the distance", async () => {
    const { "total-vu": displayedTotal } = total()
    expect((await sendForm("creer", { ...ajaccio, "total-vu": displayedTotal })).flash?.title).toBe(
      "Demande enregistrée",
    )
    const later = { date: addDays(day, 7), distance: "0" }
    expect((await sendForm("creer", { ...ajaccio, ...total(), ...later })).flash?.title).toBe("Réservation confirmée")
  })

  test("the price has no “0 km”", async () => {
    const answer = await sendForm("calculer", ajaccio)
    expect(answer.status).toBe(200)
    expect(ticket(answer)).toEqual({
      delivery: "20000, distance inconnue",
      amount: 0,
      distanceToConfirm: true,
      distanceUnreadable: false,
      distanceKm: null,
    })
  })
})

test("a customer's address leads to them, and days booked meanwhile are not booked again", async () => {
  const path = `/admin/bookings/nouvelle?client=nouveau&produit=${first.id}&jours=${day}`
  const pickup = { intent: "creer", cle: randomUUID(), mode: "pickup", date: day, ...nogent, produit: first.id }
  const fields = { ...pickup, "total-vu": String(first.price), confirmer: "oui" }
  const caller = { nouveau: randomUUID(), name: "Quelqu’un", email: customer.email.toUpperCase() }
  const page = await renderPage(newBookingPage, postRequest(path, { ...fields, ...caller }, camille.from))
  expect(page.words).toContain(`${customer.name} est déjà votre client avec cette adresse.`)
  expect(linksIn(page.html)).toContainEqual([
    "Réserver pour cette personne",
    expect.stringContaining(`client=${customer.id}&produit=${first.id}&jours=${day}`),
  ])

  await db.insert(availableDates).values({ productId: first.id, date: day, isAvailable: false })
  const conflict = await sendForm("creer", fields)
  expect(conflict.status).toBe(409)
  expect(Object.values(conflict.data.errors ?? {}).join()).toMatch(
    /^Certaines dates sélectionnées ne sont plus disponibles/,
  )
  expect(await booked()).toBe(0)
})

describe("an unreadable distance", () => {
  test.each(["12,5", "-5", "1e9", "loin"])(
    "an unreadable distance is refused at once, not replaced by the address’s: %s",
    async (distance) => {
      const answer = await sendForm("calculer", { distance })
      expect(answer.status).toBe(422)
      expect(answer.data.errors).toEqual({ distance: "Indiquez un nombre entier de kilomètres, par exemple 24." })
      expect(ticket(answer)).toEqual({
        delivery: "94130, distance illisible",
        amount: 0,
        distanceToConfirm: true,
        distanceUnreadable: true,
        distanceKm: null,
      })
      expect(order(answer).place.distance).toBe(distance)
    },
  )

  test("the distance counts once it is readable", async () => {
    const answer = await sendForm("calculer", { distance: "24 km" })
    expect(answer.status).toBe(200)
    expect(ticket(answer)).toMatchObject({ delivery: "94130, 24 km aller-retour", amount: 4_800, distanceKm: 24 })
  })
})

describe("another product, chosen without a script", () => {
  const pickup = { mode: "pickup" }

  test("the chosen product is priced, whatever the address of the page says", async () => {
    const answer = await sendForm("calculer", { ...pickup, produit: second.id, "produit-vu": first.id })
    const { product } = answer.data["booking"] as NewBookingView
    expect([answer.status, product?.name, order(answer).price?.total]).toEqual([200, second.name, second.price])
  })

  test("the booking is not placed before its days and price were displayed, whatever the price", async () => {
    const posted = { ...pickup, produit: second.id, "produit-vu": first.id, "total-vu": String(second.price) }
    const answer = await sendForm("creer", posted)
    expect([answer.status, plain(answer.data.errors?.["produit"])]).toEqual([
      422,
      "Les jours, les options et le prix affichés étaient ceux d’un autre produit. Voici ceux de « Photomaton noir » : relisez-les, puis enregistrez.",
    ])
    expect(await booked()).toBe(0)
    const read = { ...posted, "produit-vu": second.id }
    expect((await sendForm("creer", read)).status).toBe(303)
    expect(await theirs()).toMatchObject([{ productId: second.id, total: second.price }])
  })

  test("the booking drops the former product's options, which the new one does not have", async () => {
    const book = await makeOption(first.id, { name: "Livre d’or" })
    const changed = { ...pickup, [optionField(book.id)]: "1", produit: second.id, "produit-vu": first.id }
    expect(order(await sendForm("calculer", changed))).toMatchObject({ problem: null, price: { total: second.price } })
  })
})
