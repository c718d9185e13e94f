import { eq } from "drizzle-orm"
import { beforeAll, beforeEach, describe, expect, test } from "vitest"
import * as bookingsPage from "../../app/admin/bookings/calendar/route.tsx"
import { CALCULATE, SAVE } from "../../app/admin/kit/booking/edit-intents.ts"
import type { BookingsView } from "../../app/admin/bookings/calendar/view.ts"
import type { BookingEditView } from "../../app/admin/bookings/order/view.ts"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { optionField } from "../../domain/booking/wizard.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { daysLong } from "../../domain/day-labels.ts"
import { addNote } from "../../server/bookings/notes.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/database.server.ts"
import { bookings } from "../../server/schema/bookings.ts"
import { makeCustomer, makeFinanceSettings, makeOption, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { type Sent, administrator, read, send } from "./back-office.ts"

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
  const placed = await placeBooking(onOwnAccount(await makeCustomer()), makeOrder(product.id, [day]), new Date())
  if (!placed.ok) throw new Error(placed.error.kind)
  booking = placed.value.booking
})

const path = (part: string) => `/admin/bookings?reservation=${booking.id}&modifier=${part}`
const edited = (sent: Sent) => sent.data["edit"] as BookingEditView
const row = async () => (await db.select().from(bookings).where(eq(bookings.id, booking.id)))[0]

async function opened(part: string): Promise<BookingEditView> {
  const { edit } = await read<BookingsView>(bookingsPage, path(part), camille.from)
  if (!edit || edit === "closed") throw new Error("The form did not open")
  return edit
}

/** The form as a browser sends it: with the total that was shown and the version that was seen. */
function sendForm(who: Someone, intent: string, form: BookingEditView, fields: [string, string][], total: number) {
  const hidden: [string, string][] = [
    ["intent", intent],
    ["reservation", booking.id],
    ["partie", form.part],
    ["vu", String(form.seen)],
    ["total-vu", String(total)],
    ["message-propose", ""],
    ["mode", "pickup"],
  ]
  return send(bookingsPage, path(form.part), [...hidden, ...fields], who.from)
}

const dates = (who: Someone, form: BookingEditView, to: string) =>
  sendForm(who, SAVE, form, [["date", to]], booking.total)

describe("A form over a booking that somebody else changed meanwhile", () => {
  test("saves nothing, says what they did, and shows both versions of what differs", async () => {
    const form = await opened("dates")
    expect((await dates(nora, form, theirs)).status).toBe(303)
    const answer = await dates(camille, form, mine)
    expect(answer.status).toBe(409)
    const { stale, seen } = edited(answer)
    expect(plain(stale?.told)).toMatch(/^Réservation modifiée par Nora : dates/)
    expect(stale?.facts).toEqual([{ label: "Dates", mine: daysLong([mine]), stored: daysLong([theirs]) }])
    expect((await row())?.dates).toEqual([theirs])
    expect(seen).toBeGreaterThan(form.seen)
  })

  test("takes what is typed when it is sent again by who has read both, and else starts again from what is stored", async () => {
    const form = await opened("dates")
    await dates(nora, form, theirs)
    const answer = edited(await dates(camille, form, mine))
    expect((await opened("dates")).days?.chosen).toEqual([theirs])
    expect((await dates(camille, answer, mine)).status).toBe(303)
    expect((await row())?.dates).toEqual([mine])
  })

  test("shows options and totals side by side", async () => {
    const form = await opened("options")
    expect((await sendForm(nora, SAVE, form, [[optionField(option.id), "2"]], booking.total + 6_000)).status).toBe(303)
    const { stale } = edited(
      await sendForm(camille, SAVE, form, [[optionField(option.id), "1"]], booking.total + 3_000),
    )
    expect(plain(stale?.facts)).toEqual([
      { label: "Options", mine: "Décor", stored: "Décor × 2" },
      { label: "Total", mine: "280 €", stored: "310 €" },
    ])
  })

  test("shows addresses side by side", async () => {
    const form = await opened("adresse")
    const at = (street: string): [string, string][] => [
      ["street", street],
      ["zipCode", "94130"],
      ["city", "Nogent-sur-Marne"],
    ]
    expect((await sendForm(nora, SAVE, form, at("1 rue Neuve"), booking.total)).status).toBe(303)
    const { stale } = edited(await sendForm(camille, SAVE, form, at("2 rue Vieille"), booking.total))
    expect(plain(stale?.facts)).toEqual([
      {
        label: "Adresse et livraison",
        mine: "Retrait au dépôt ; adresse de facturation : 2 rue Vieille, 94130 Nogent-sur-Marne",
        stored: "Retrait au dépôt ; adresse de facturation : 1 rue Neuve, 94130 Nogent-sur-Marne",
      },
    ])
  })

  test("is told of it by a calculation too, which does not hide it from the save that follows", async () => {
    const form = await opened("dates")
    await dates(nora, form, theirs)
    const calculated = edited(await sendForm(camille, CALCULATE, form, [["date", mine]], booking.total))
    expect(calculated.stale?.facts).toHaveLength(1)
    expect(calculated.seen).toBe(form.seen)
    expect((await dates(camille, calculated, mine)).status).toBe(409)
    expect((await row())?.dates).toEqual([theirs])
  })

  test("also where the days that are typed cannot be had any more", async () => {
    const form = await opened("dates")
    await dates(nora, form, theirs)
    const other = await placeBooking(
      onOwnAccount(await makeCustomer()),
      makeOrder(booking.productId, [mine]),
      new Date(),
    )
    expect(other.ok).toBe(true)
    const answer = await dates(camille, form, mine)
    expect([answer.status, edited(answer).stale?.facts[0]?.stored]).toEqual([409, daysLong([theirs])])
  })

  test("is not disturbed by a note, nor when nobody changed anything", async () => {
    const form = await opened("dates")
    await addNote(nora.actor, booking.id, { id: crypto.randomUUID(), body: "Rappeler" }, new Date())
    expect((await dates(camille, form, mine)).status).toBe(303)
  })
})
