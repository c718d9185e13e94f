import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import * as bookingPage from "../../app/admin/bookings/booking/route.tsx"
import * as mailPage from "../../app/admin/mails/templates/template/route.tsx"
import type { TemplateView } from "../../app/admin/mails/templates/template/screen.tsx"
import * as servicesPage from "../../app/admin/pages/services/route.tsx"
import { onOwnAccount } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { hoursOf } from "../../server/bookings/hours.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { db } from "../../server/database.server.ts"
import { readEditableMail } from "../../server/mail/edit-sentences.ts"
import { images, servicesPageImages } from "../../server/schema/content.ts"
import { makeCustomer, makeOrder, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { type Sent, administrator, read, send } from "./back-office.ts"

/** Small forms that two administrators send: what only one of them changed merges, the rest is chosen for. */

type Someone = Awaited<ReturnType<typeof administrator>>
let [camille, nora] = [{} as Someone, {} as Someone]
beforeAll(async () => {
  await freshDatabase()
  camille = await administrator()
  nora = await administrator({ name: "Nora", email: "nora@exemple.fr", password: "le bal du 14 juillet" })
})

/** The fields that the answer asks about, with both texts. */
const asked = ({ data }: Sent) => (data["stale"] as { changed: unknown } | undefined)?.changed
const valueOf = ({ data }: Sent, name: string) => data.values?.[name] ?? ""

test("the sentences of a mail: a second press overwrites nothing, each field that both changed is asked for", async () => {
  const template = "booking-refused"
  const path = `/admin/mails/modeles/${template}`
  const { seen, editable } = await read<TemplateView>(mailPage, path, camille.from, { template })
  if (!editable) throw new Error("The mail has no sentences")
  const save = (who: Someone, changed: Record<string, string>, hidden: Record<string, string> = {}) =>
    send(mailPage, path, { intent: "enregistrer", vu: seen, ...editable.sentences, ...changed, ...hidden }, who.from, {
      template,
    })
  const stored = async () => (await readEditableMail(template))?.sentences

  expect((await save(nora, { greeting: "Chère cliente,", closing: "À très vite." })).status).toBe(303)
  // What Nora alone changed stays hers.
  expect((await save(camille, { intro: "Nous en sommes désolés." })).status).toBe(303)
  const merged = { greeting: "Chère cliente,", closing: "À très vite.", intro: "Nous en sommes désolés." }
  expect(await stored()).toMatchObject(merged)

  const mine = { greeting: "Bonjour à vous," }
  const first = await save(camille, mine)
  expect([first.status, asked(first)]).toEqual([
    409,
    [expect.objectContaining({ name: "greeting", stored: "Chère cliente,", mine: "Bonjour à vous," })],
  ])
  const lu = valueOf(first, "lu")
  expect((await save(camille, mine, { vu: valueOf(first, "vu"), lu })).status).toBe(409)
  expect(await stored()).toMatchObject(merged)
  expect((await save(camille, mine, { lu, "garder.greeting": "mine" })).status).toBe(303)
  expect(await stored()).toMatchObject({ ...merged, ...mine })
})

test("the caption of a picture: a second press overwrites nothing, and the description merges", async () => {
  const [id, url] = [randomUUID(), "/files/public/bal.webp"]
  const file = { bucket: "public", path: "bal.webp", mimetype: "image/webp", size: 1, placeholder: "data:," }
  await db.insert(images).values({ url, ...file, width: 4, height: 3, widths: [4] })
  await db.insert(servicesPageImages).values({ id, imageUrl: url, caption: "Le bal", imageAlt: "", order: 0 })
  const save = (who: Someone, legende: string, description: string, more: Record<string, string> = {}) => {
    const seen = { "legende-vue": "Le bal", "description-vue": "" }
    return send(
      servicesPage,
      "/admin/services",
      { intent: "decrire", photo: id, legende, description, ...seen, ...more },
      who.from,
    )
  }
  const stored = async () => (await db.select().from(servicesPageImages).where(eq(servicesPageImages.id, id)))[0]

  expect((await save(nora, "Le grand bal", "")).status).toBe(303)
  expect((await save(camille, "Le bal", "Des danseurs")).status).toBe(303)
  expect(await stored()).toMatchObject({ caption: "Le grand bal", imageAlt: "Des danseurs" })

  const first = await save(camille, "Le petit bal", "Des danseurs")
  expect([first.status, asked(first)]).toEqual([
    409,
    [{ name: "caption", label: "Légende", stored: "Le grand bal", mine: "Le petit bal" }],
  ])
  const words = { "legende-lue": valueOf(first, "legende-lue"), "description-lue": valueOf(first, "description-lue") }
  expect((await save(camille, "Le petit bal", "Des danseurs", words)).status).toBe(409)
  expect(await stored()).toMatchObject({ caption: "Le grand bal" })
  const chosen = { ...words, "garder.caption": "mine" }
  expect((await save(camille, "Le petit bal", "Des danseurs", chosen)).status).toBe(303)
  expect(await stored()).toMatchObject({ caption: "Le petit bal", imageAlt: "Des danseurs" })
})

test("the hours of a booking: nobody overwrites those that somebody else noted meanwhile", async () => {
  const day = addDays(dayInParis(new Date()), 40)
  const order = makeOrder((await makeProduct()).id, [day])
  const placed = await placeBooking({ party: onOwnAccount(await makeCustomer()), order, at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id, number } = placed.value.booking
  const params = { number: String(number) }
  const empty = JSON.stringify({ out: null, back: null })
  const save = (who: Someone, [out, back]: [string, string], more: Record<string, string> = {}) => {
    const times = { "depart-de": out, "depart-a": out, "retour-de": back, "retour-a": back }
    const path = `/admin/bookings/${number}?geste=horaires`
    return send(bookingPage, path, { intent: "horaires", vu: empty, ...times, ...more }, who.from, params)
  }
  const stored = async () => (await hoursOf([id])).get(id)
  const at = (time: string) => ({ from: time, to: time })

  expect((await save(nora, ["09:00", ""])).status).toBe(303)
  expect((await save(camille, ["", "18:00"])).status).toBe(303)
  expect(await stored()).toEqual({ out: at("09:00"), back: at("18:00") })

  const first = await save(camille, ["11:00", "18:00"])
  expect([first.status, asked(first)]).toEqual([
    409,
    [{ name: "out", label: "Au départ", stored: "à\u00a09\u00a0h", mine: "à\u00a011\u00a0h" }],
  ])
  const lu = valueOf(first, "lu")
  expect((await save(camille, ["11:00", "18:00"], { lu })).status).toBe(409)
  expect(await stored()).toEqual({ out: at("09:00"), back: at("18:00") })
  expect((await save(camille, ["11:00", "18:00"], { lu, "garder.out": "mine" })).status).toBe(303)
  expect(await stored()).toEqual({ out: at("11:00"), back: at("18:00") })
})
