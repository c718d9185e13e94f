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
import { posted } from "../accounts/browser.ts"
import { type Sent, administrator, send } from "./back-office.ts"

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
const order = (sent: Sent) => (sent.data["booking"] as NewBookingView).order as NonNullable<NewBookingView["order"]>
const ticket = (sent: Sent) => {
  const { price, delivery, distanceToConfirm, distanceUnreadable, distanceKm } = order(sent)
  const line = price?.lines.find(({ kind }) => kind === "delivery")
  return { delivery: plain(delivery), amount: line?.amount, distanceToConfirm, distanceUnreadable, distanceKm }
}

function typed(intent: string, values: Record<string, string>, from = first): Promise<Sent> {
  const path = `/admin/bookings/nouvelle?client=${customer.id}&produit=${from.id}`
  const fields = { intent, cle: randomUUID(), mode: "delivery", date: day, ...nogent, ...values }
  return send(newBookingPage, path, fields, camille.from)
}

describe("a booking on the phone to an address that cannot be located", () => {
  const total = () => ({ "total-vu": String(first.price), confirmer: "oui" })

  test("is not confirmed at once: beside the distance stands what to do, and nothing typed is lost", async () => {
    const answer = await typed("creer", { ...ajaccio, ...total(), instructions: "Au fond" })
    expect(answer.status).toBe(409)
    expect(Object.keys(answer.data.errors ?? {})).toEqual(["distance"])
    expect(plain(answer.data.errors?.["distance"])).toBe(
      "La distance n’a pas pu être calculée : indiquez-la, ou décochez « Confirmer tout de suite » pour garder une demande.",
    )
    const { days, place, confirm } = order(answer)
    expect([days.chosen, place.address, confirm]).toEqual([[day], { ...ajaccio, instructions: "Au fond" }, true])
    expect(await booked()).toBe(0)
  })

  test("makes nobody a customer either", async () => {
    const before = await db.$count(profiles)
    const fields = { intent: "creer", cle: randomUUID(), mode: "delivery", date: day, ...ajaccio, ...total() }
    const caller = { nouveau: randomUUID(), name: "Zoé Appel", produit: first.id }
    const answer = await send(
      newBookingPage,
      "/admin/bookings/nouvelle?client=nouveau",
      { ...fields, ...caller },
      camille.from,
    )
    expect([answer.status, Object.keys(answer.data.errors ?? {})]).toEqual([409, ["distance"]])
    expect([await db.$count(profiles), await booked()]).toEqual([before, 0])
  })

  test("is kept as a request, or confirmed with the distance", async () => {
    const { "total-vu": seen } = total()
    expect((await typed("creer", { ...ajaccio, "total-vu": seen })).flash?.title).toBe("Demande enregistrée")
    const later = { date: addDays(day, 7), distance: "0" }
    expect((await typed("creer", { ...ajaccio, ...total(), ...later })).flash?.title).toBe("Réservation confirmée")
  })

  test("has no “0 km” in its price", async () => {
    const answer = await typed("calculer", ajaccio)
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

test("an address that belongs to a customer leads to them, and days that somebody took meanwhile are not taken", async () => {
  const path = `/admin/bookings/nouvelle?client=nouveau&produit=${first.id}&jours=${day}`
  const pickup = { intent: "creer", cle: randomUUID(), mode: "pickup", date: day, ...nogent, produit: first.id }
  const fields = { ...pickup, "total-vu": String(first.price), confirmer: "oui" }
  const caller = { nouveau: randomUUID(), name: "Quelqu’un", email: customer.email.toUpperCase() }
  const page = await renderPage(newBookingPage, posted(path, { ...fields, ...caller }, camille.from))
  expect(page.words).toContain(`${customer.name} est déjà votre client avec cette adresse.`)
  expect(linksIn(page.html)).toContainEqual([
    "Réserver pour cette personne",
    expect.stringContaining(`client=${customer.id}&produit=${first.id}&jours=${day}`),
  ])

  await db.insert(availableDates).values({ productId: first.id, date: day, isAvailable: false })
  const taken = await typed("creer", fields)
  expect(taken.status).toBe(409)
  expect(Object.values(taken.data.errors ?? {}).join()).toMatch(
    /^Certaines dates sélectionnées ne sont plus disponibles/,
  )
  expect(await booked()).toBe(0)
})

describe("a distance that cannot be read", () => {
  test.each(["12,5", "-5", "1e9", "loin"])(
    "is said at once, not passed over for the address’s: %s",
    async (distance) => {
      const answer = await typed("calculer", { distance })
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

  test("counts once it can be read", async () => {
    const answer = await typed("calculer", { distance: "24 km" })
    expect(answer.status).toBe(200)
    expect(ticket(answer)).toMatchObject({ delivery: "94130, 24 km aller-retour", amount: 4_800, distanceKm: 24 })
  })
})

describe("another product, chosen without a script", () => {
  const pickup = { mode: "pickup" }

  test("is the one that is priced, whatever the address of the page says", async () => {
    const answer = await typed("calculer", { ...pickup, produit: second.id, "produit-vu": first.id })
    const { product } = answer.data["booking"] as NewBookingView
    expect([answer.status, product?.name, order(answer).price?.total]).toEqual([200, second.name, second.price])
  })

  test("is not placed before its own days and price were read, whatever it costs", async () => {
    const asked = { ...pickup, produit: second.id, "produit-vu": first.id, "total-vu": String(second.price) }
    const answer = await typed("creer", asked)
    expect([answer.status, plain(answer.data.errors?.["produit"])]).toEqual([
      422,
      "Les jours, les options et le prix affichés étaient ceux d’un autre produit. Voici ceux de « Photomaton noir » : relisez-les, puis enregistrez.",
    ])
    expect(await booked()).toBe(0)
    const read = { ...asked, "produit-vu": second.id }
    expect((await typed("creer", read)).status).toBe(303)
    expect(await theirs()).toMatchObject([{ productId: second.id, total: second.price }])
  })

  test("leaves out the options of the one before, which it does not have", async () => {
    const book = await makeOption(first.id, { name: "Livre d’or" })
    const changed = { ...pickup, [optionField(book.id)]: "1", produit: second.id, "produit-vu": first.id }
    expect(order(await typed("calculer", changed))).toMatchObject({ problem: null, price: { total: second.price } })
  })
})
