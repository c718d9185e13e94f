import { readRentals } from "../../server/booking-record/rentals.ts"
import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import { CALCULATE, SAVE } from "../../app/admin/kit/booking/bookings-url.ts"
import type { BookingsView } from "../../app/admin/bookings/calendar/view.ts"
import type { BookingEditView } from "../../app/admin/bookings/order/view.ts"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { optionField } from "../../domain/booking/choice.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { daysLong } from "../../domain/day-labels.ts"
import { addNote } from "../../server/bookings/notes.ts"
import { moveBooking } from "../../server/bookings/answer.ts"
import { readBookingVersion } from "../../server/bookings/booking-version.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/platform/database.server.ts"
import { bookings } from "../../server/platform/schema/bookings.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { type FormReply, administrator, read, send } from "./back-office.ts"

const day = addDays(dayInParis(new Date()), 40)
const [mine, theirs] = [addDays(day, 7), addDays(day, 14)]
const plain = (value: unknown) =>
  JSON.parse(JSON.stringify(value ?? null).replaceAll(/[\u00a0\u202f]/g, " ")) as unknown
type Someone = Awaited<ReturnType<typeof administrator>>
let [camille, nora] = [{} as Someone, {} as Someone]
let booking: typeof bookings.$inferSelect
let option: Awaited<ReturnType<typeof makeOption>>

beforeAll(async () => {
  await freshDatabase()
  await makeFinanceSettings()
  camille = await administrator()
  nora = await administrator({ name: "Nora", email: "nora@exemple.fr", password: "le bal du 14 juillet" })
})

beforeEach(async () => {
  const product = await makeProduct()
  option = await makeOption(product.id, { name: "Décor" })
  const placed = await placeBooking({
    party: ownAccountParty(await makeCustomer()),
    order: makeOrder(product.id, [day]),
    at: new Date(),
  })
  if (!placed.ok) throw new Error(placed.error.kind)
  booking = placed.value.booking
})

const path = (part: string) => `/admin/bookings?reservation=${booking.id}&modifier=${part}`
const edited = (sent: FormReply) => sent.data["edit"] as BookingEditView
const row = async () => (await db.select().from(bookings).where(eq(bookings.id, booking.id)))[0]

async function openEditForm(part: string): Promise<BookingEditView> {
  const { edit } = await read<BookingsView>(bookingsPage, path(part), camille.from)
  if (!edit || edit === "closed") throw new Error("The form did not open")
  return edit
}

function sendForm({
  who,
  intent,
  form,
  fields,
  total,
}: {
  who: Someone
  intent: string
  form: BookingEditView
  fields: [string, string][]
  total: number
}) {
  const hidden: [string, string][] = [
    ["intent", intent],
    ["reservation", booking.id],
    ["partie", form.part],
    ["vu", String(form.loadedVersion)],
    ["total-vu", String(total)],
    ["message-propose", ""],
    ...(form.stale ? [["vu", form.stale.version] as [string, string]] : []),
    ...(form.stale?.changed ?? []).map(({ name }): [string, string] => [`garder.${name}`, ""]),
    ...(fields.some(([name]) => name === "mode") ? [] : [["mode", "pickup"] as [string, string]]),
  ]
  return send(bookingsPage, { path: path(form.part), fields: [...hidden, ...fields], from: who.from })
}

const dates = (who: Someone, form: BookingEditView, to: string, ...more: [string, string][]) =>
  sendForm({ who, intent: SAVE, form, fields: [["date", to], ...more], total: booking.total })
const packs = (count: number, other: number): [string, string][] => [
  ["packs", String(count)],
  [optionField(option.id), String(other)],
]
const place = (street: string, instructions: string): [string, string][] => [
  ["street", street],
  ["zipCode", "94130"],
  ["city", "Nogent-sur-Marne"],
  ["instructions", instructions],
]

describe("a form over a booking changed meanwhile", () => {
  test("the form saves nothing, names who changed the booking and asks for a choice", async () => {
    const form = await openEditForm("dates")
    expect((await dates(nora, form, theirs)).status).toBe(303)
    const answer = await dates(camille, form, mine)
    expect(answer.status).toBe(409)
    const { stale, loadedVersion: version } = edited(answer)
    expect(stale?.by).toBe("Nora")
    expect(stale?.changed).toEqual([
      { name: "dates", label: "Dates", mine: daysLong([mine]), stored: daysLong([theirs]) },
    ])
    expect([version, stale?.version]).toEqual([form.loadedVersion, String(await readBookingVersion(booking.id))])
    expect((await row())?.dates).toEqual([theirs])
  })

  test("the form is refused again when it comes without a choice", async () => {
    const form = await openEditForm("dates")
    await dates(nora, form, theirs)
    const answer = edited(await dates(camille, form, mine))
    const again = await dates(camille, answer, mine)
    expect([again.status, edited(again).stale?.changed]).toEqual([409, answer.stale?.changed])
    expect((await row())?.dates).toEqual([theirs])
  })

  test("the form saves the typed or the stored values, as chosen", async () => {
    const form = await openEditForm("dates")
    await dates(nora, form, theirs)
    const answer = edited(await dates(camille, form, mine))
    expect((await dates(camille, answer, mine, ["garder.dates", "stored"])).status).toBe(303)
    expect((await row())?.dates).toEqual([theirs])
    expect((await dates(camille, answer, mine, ["garder.dates", "mine"])).status).toBe(303)
    expect((await row())?.dates).toEqual([mine])
  })

  test("the form asks again after one more change", async () => {
    const form = await openEditForm("dates")
    await dates(nora, form, theirs)
    const answer = edited(await dates(camille, form, mine))
    expect((await dates(nora, await openEditForm("dates"), addDays(day, 21))).status).toBe(303)
    expect((await dates(camille, answer, mine, ["garder.dates", "mine"])).status).toBe(409)
    expect((await row())?.dates).toEqual([addDays(day, 21)])
  })

  test("the options are one choice, and the typed packs are saved beside the stored options", async () => {
    const form = await openEditForm("options")
    const price = (options: number, photos: number) => booking.total + options * 3_000 + photos * 700
    expect((await sendForm({ who: nora, intent: SAVE, form, fields: packs(0, 1), total: price(1, 0) })).status).toBe(
      303,
    )
    const conflict = await sendForm({ who: camille, intent: SAVE, form, fields: packs(2, 0), total: price(0, 2) })
    expect([conflict.status, plain(edited(conflict).stale?.changed)]).toEqual([
      409,
      [
        { name: "options", label: "Options", mine: "", stored: "Décor × 1" },
        { name: "packs", label: "Packs photo", mine: "2", stored: "aucun" },
      ],
    ])
    const choices: [string, string][] = [
      ["garder.options", "stored"],
      ["garder.packs", "mine"],
    ]
    const calculated = await sendForm({
      who: camille,
      intent: CALCULATE,
      form: edited(conflict),
      fields: [...packs(2, 0), ...choices],
      total: price(0, 2),
    })
    expect(edited(calculated).proposal?.price.after).toBe(price(1, 2))
    const saved = await sendForm({
      who: camille,
      intent: SAVE,
      form: edited(calculated),
      fields: [...packs(2, 0), ...choices],
      total: price(1, 2),
    })
    expect(saved.status).toBe(303)
    expect((await readRentals([booking.id])).get(booking.id)?.[0]).toMatchObject({
      photoPacks: 2,
      options: { items: [{ id: option.id, quantity: 1 }] },
    })
  })

  test("another part of the booking is saved without a question where its values are unchanged", async () => {
    const form = await openEditForm("adresse")
    expect(
      (await sendForm({ who: nora, intent: SAVE, form, fields: place("1 rue Neuve", "Sonner"), total: booking.total }))
        .status,
    ).toBe(303)
    expect((await dates(nora, await openEditForm("dates"), theirs)).status).toBe(303)
    expect(
      (
        await sendForm({
          who: camille,
          intent: SAVE,
          form,
          fields: place("1 rue Neuve", "Sonner"),
          total: booking.total,
        })
      ).status,
    ).toBe(303)
    expect(await row()).toMatchObject({ dates: [theirs], address: { street: "1 rue Neuve" } })
  })

  test("the address and the instructions are separate choices", async () => {
    const form = await openEditForm("adresse")
    expect(
      (await sendForm({ who: nora, intent: SAVE, form, fields: place("1 rue Neuve", "Sonner"), total: booking.total }))
        .status,
    ).toBe(303)
    const answer = edited(
      await sendForm({ who: camille, intent: SAVE, form, fields: place("2 rue Vieille", ""), total: booking.total }),
    )
    expect(plain(answer.stale?.changed)).toEqual([
      {
        name: "address",
        label: "Adresse",
        mine: "2 rue Vieille, 94130 Nogent-sur-Marne",
        stored: "1 rue Neuve, 94130 Nogent-sur-Marne",
      },
      { name: "instructions", label: "Instructions", mine: "", stored: "Sonner" },
    ])
    expect(answer.place?.address).toMatchObject({ street: "2 rue Vieille", instructions: "" })
    const fields: [string, string][] = [
      ...place("2 rue Vieille", ""),
      ["garder.address", "mine"],
      ["garder.instructions", "stored"],
    ]
    expect((await sendForm({ who: camille, intent: SAVE, form: answer, fields, total: booking.total })).status).toBe(
      303,
    )
    expect((await row())?.address).toMatchObject({ street: "2 rue Vieille", instructions: "Sonner" })
  })

  test("the form says that somebody answered the request meanwhile", async () => {
    const form = await openEditForm("dates")
    const answered = await moveBooking({
      actor: nora.actor,
      id: booking.id,
      move: { from: "pending", to: "confirmed" },
      at: new Date(),
    })
    expect(answered.ok).toBe(true)
    const answer = await dates(camille, form, mine)
    expect([answer.status, edited(answer).stale?.by]).toEqual([409, "Nora"])
    expect((await row())?.dates).toEqual([day])
    expect((await dates(camille, edited(answer), mine, ["garder.dates", "mine"])).status).toBe(303)
  })

  test("a calculation announces the conflict too, and saving still requires a choice", async () => {
    const form = await openEditForm("dates")
    await dates(nora, form, theirs)
    const calculated = edited(
      await sendForm({ who: camille, intent: CALCULATE, form, fields: [["date", mine]], total: booking.total }),
    )
    expect(calculated.stale?.changed).toHaveLength(1)
    expect((await dates(camille, calculated, mine)).status).toBe(409)
    expect((await row())?.dates).toEqual([theirs])
  })

  test("the form asks also when the typed days are no longer available", async () => {
    const form = await openEditForm("dates")
    await dates(nora, form, theirs)
    const other = await placeBooking({
      party: ownAccountParty(await makeCustomer()),
      order: makeOrder(booking.productId, [mine]),
      at: new Date(),
    })
    expect(other.ok).toBe(true)
    const answer = await dates(camille, form, mine)
    expect([answer.status, edited(answer).stale?.changed[0]?.stored]).toEqual([409, daysLong([theirs])])
  })

  test("the form is not stale after a note or without a change", async () => {
    const form = await openEditForm("dates")
    await addNote(nora.actor, booking.id, { id: crypto.randomUUID(), body: "Rappeler" }, new Date())
    expect((await dates(camille, form, mine)).status).toBe(303)
  })
})
