import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeAll, expect, test } from "vitest"
import * as bookingPage from "../../app/admin/bookings/booking/route.tsx"
import * as mailPage from "../../app/admin/mails/templates/template/route.tsx"
import type { TemplateView } from "../../app/admin/mails/templates/template/screen.tsx"
import * as manualsPage from "../../app/admin/manuals/route.tsx"
import * as planPage from "../../app/admin/products/plan/route.tsx"
import * as servicesPage from "../../app/admin/pages/services/route.tsx"
import { ownAccountParty } from "../../domain/accounts/party.ts"
import { addDays, dayInParis } from "../../domain/day.ts"
import { readHours } from "../../server/booking-record/hours.ts"
import { placeBooking } from "../../server/bookings/place.ts"
import { readStoredManual, saveManual } from "../../server/shop/content/edit-manuals.ts"
import { readPlans } from "../../server/catalog/rate-plans.ts"
import { db } from "../../server/platform/database.server.ts"
import { readEditableMail } from "../../server/outside/mails/edit-sentences.ts"
import { images, servicesPageImages } from "../../server/platform/schema/content.ts"
import { makeCustomer, makeOrder, makePlan, makeProduct } from "../factories.ts"
import { freshDatabase } from "../harness/database.ts"
import { type FormReply, administrator, read, send } from "./back-office.ts"

type Someone = Awaited<ReturnType<typeof administrator>>
let [camille, nora] = [{} as Someone, {} as Someone]
beforeAll(async () => {
  await freshDatabase()
  camille = await administrator()
  nora = await administrator({ name: "Nora", email: "nora@exemple.fr", password: "le bal du 14 juillet" })
})

const conflict = ({ status, data }: FormReply) => {
  const { by, changed } = (data["stale"] ?? {}) as { by?: string; changed?: { name: string }[] }
  return { status, by, changed }
}
const versionIn = ({ data }: FormReply) => (data["stale"] as { version: string }).version

test("the texts of a mail require every choice before anything is saved", async () => {
  const template = "booking-refused"
  const path = `/admin/mails/modeles/${template}`
  const { loadedVersion, editable } = await read<TemplateView>(mailPage, path, camille.from, { template })
  if (!editable) throw new Error("The mail has no sentences")
  const save = (who: Someone, changed: Record<string, string>, more: [string, string][] = [["vu", loadedVersion]]) => {
    const fields = Object.entries({ intent: "enregistrer", ...editable.sentences, ...changed })
    return send(mailPage, { path, fields: [...fields, ...more], from: who.from, params: { template } })
  }
  const stored = async () => (await readEditableMail(template))?.sentences

  expect((await save(nora, { greeting: "Chère cliente," })).status).toBe(303)
  expect((await save(camille, { greeting: "Chère cliente," })).status).toBe(422)
  const mine = { greeting: "Bonjour à vous,", intro: "Nous en sommes désolés." }
  const refused = await save(camille, mine)
  expect(conflict(refused)).toEqual({
    status: 409,
    by: "Nora",
    changed: [
      expect.objectContaining({ name: "greeting", stored: "Chère cliente,", mine: "Bonjour à vous," }),
      expect.objectContaining({ name: "intro", stored: editable.sentences.intro, mine: "Nous en sommes désolés." }),
    ],
  })
  expect(refused.data.values).toMatchObject(mine)
  const sentFields: [string, string][] = [
    ["vu", versionIn(refused)],
    ["garder.greeting", ""],
    ["garder.intro", ""],
  ]
  expect(conflict(await save(camille, mine, [...sentFields, ["garder.greeting", "stored"]])).changed).toHaveLength(2)
  expect(await stored()).toMatchObject({ greeting: "Chère cliente,", intro: editable.sentences.intro })
  const chosen: [string, string][] = [...sentFields, ["garder.greeting", "stored"], ["garder.intro", "mine"]]
  expect((await save(camille, mine, chosen)).status).toBe(303)
  expect(await stored()).toMatchObject({ greeting: "Chère cliente,", intro: "Nous en sommes désolés." })
})

test("a plan is compared field by field, its days by their names", async () => {
  const { id } = await makeProduct()
  const { id: plan, updatedAt } = await makePlan(id, { kind: "fixed", name: "Week-end", days: 3, weekdays: [5] })
  const path = `/admin/products/${id}/formules/${plan}`
  const save = (who: Someone, weekdays: readonly number[], price: string, more: [string, string][] = []) => {
    const typed = { intent: "enregistrer", name: "Week-end", days: "3", minimumNotice: "0", price }
    const days = weekdays.map((day): [string, string] => ["weekdays", String(day)])
    const fields = [...Object.entries(typed), ...days, ["vu", updatedAt.toISOString()] as [string, string], ...more]
    return send(planPage, { path, fields, from: who.from, params: { id, plan } })
  }
  expect((await save(nora, [5, 6], "650")).status).toBe(303)
  const refused = await save(camille, [4], "590")
  expect(conflict(refused)).toMatchObject({
    status: 409,
    by: "Nora",
    changed: [
      { name: "weekdays", label: "Jours de début", stored: "vendredi\nsamedi", mine: "jeudi" },
      { name: "price", stored: "650", mine: "590" },
    ],
  })
  const choices: [string, string][] = [
    ["vu", versionIn(refused)],
    ["garder.weekdays", "stored"],
    ["garder.price", "mine"],
  ]
  expect((await save(camille, [4], "590", choices)).status).toBe(303)
  expect(await readPlans(id)).toMatchObject([{ weekdays: [5, 6], price: 59_000 }])
})

test("the sections of a manual are one field", async () => {
  const { id } = await makeProduct()
  const section = (title: string, content: string) => ({ title, content, image_url: null, image_alt: "" })
  const [light, dark] = [section("Allumer", "Le bouton."), section("Éteindre", "Le bouton.")]
  await saveManual({ actor: nora.actor, productId: id, sections: [light, dark], loaded: null })
  const vu = (await readStoredManual(id))?.updatedAt.toISOString() ?? ""
  const save = (who: Someone, sections: (typeof light)[], more: [string, string][] = [["vu", vu]]) => {
    const fields = sections.flatMap(({ title, content }): [string, string][] => [
      ["title", title],
      ["content", content],
      ["image_url", ""],
      ["image_alt", ""],
    ])
    return send(manualsPage, {
      path: `/admin/manuals?produit=${id}`,
      fields: [["intent", "enregistrer"], ...fields, ...more],
      from: who.from,
    })
  }
  expect((await save(nora, [{ ...light, content: "Le bouton vert." }, dark])).status).toBe(303)
  const refused = await save(camille, [light])
  expect(conflict(refused)).toEqual({
    status: 409,
    by: "Nora",
    changed: [
      {
        name: "sections",
        label: "Sections",
        mine: "Allumer\nLe bouton.",
        stored: "Allumer\nLe bouton vert.\n\nÉteindre\nLe bouton.",
      },
    ],
  })
  const chosen: [string, string][] = [
    ["vu", versionIn(refused)],
    ["garder.sections", "mine"],
  ]
  expect((await save(camille, [light], chosen)).status).toBe(303)
  expect((await readStoredManual(id))?.sections.map(({ title }) => title)).toEqual(["Allumer"])
})

test("the caption of a picture is not overwritten unseen", async () => {
  const [id, url] = [randomUUID(), "/files/public/bal.webp"]
  const file = { bucket: "public", path: "bal.webp", mimetype: "image/webp", size: 1, placeholder: "data:," }
  await db.insert(images).values({ url, ...file, width: 4, height: 3, widths: [4] })
  await db.insert(servicesPageImages).values({ id, imageUrl: url, caption: "Le bal", imageAlt: "", order: 0 })
  const stored = async () => (await db.select().from(servicesPageImages).where(eq(servicesPageImages.id, id)))[0]
  const vu = (await stored())?.updatedAt.toISOString() ?? ""
  const save = (who: Someone, legende: string, more: Record<string, string> = { vu }) =>
    send(servicesPage, {
      path: "/admin/services",
      fields: { intent: "decrire", photo: id, legende, description: "", ...more },
      from: who.from,
    })

  expect((await save(nora, "Le grand bal")).status).toBe(303)
  const refused = await save(camille, "Le petit bal")
  expect(conflict(refused)).toEqual({
    status: 409,
    by: "Nora",
    changed: [{ name: "caption", label: "Légende", stored: "Le grand bal", mine: "Le petit bal" }],
  })
  const chosen = { vu: versionIn(refused), "garder.caption": "mine" }
  expect((await save(camille, "Le petit bal", chosen)).status).toBe(303)
  expect(await stored()).toMatchObject({ caption: "Le petit bal" })
})

test("the hours of a booking are not overwritten unseen", async () => {
  const day = addDays(dayInParis(new Date()), 40)
  const order = makeOrder((await makeProduct()).id, [day])
  const placed = await placeBooking({ party: ownAccountParty(await makeCustomer()), order, at: new Date() })
  if (!placed.ok) throw new Error(placed.error.kind)
  const { id, number } = placed.value.booking
  const save = (who: Someone, [out, back]: [string, string], more: Record<string, string> = { vu: "" }) => {
    const times = { "depart-de": out, "depart-a": out, "retour-de": back, "retour-a": back }
    const path = `/admin/bookings/${number}?geste=horaires`
    return send(bookingPage, {
      path,
      fields: { intent: "horaires", ...times, ...more },
      from: who.from,
      params: { number: String(number) },
    })
  }
  const at = (time: string) => ({ from: time, to: time })

  expect((await save(nora, ["09:00", ""])).status).toBe(303)
  const refused = await save(camille, ["", "18:00"])
  expect(conflict(refused)).toEqual({
    status: 409,
    by: "Nora",
    changed: [
      { name: "out", label: "Au départ", stored: "à\u00a09\u00a0h", mine: "" },
      { name: "back", label: "Au retour", stored: "", mine: "à\u00a018\u00a0h" },
    ],
  })
  const chosen = { vu: versionIn(refused), "garder.out": "stored", "garder.back": "mine" }
  expect((await save(camille, ["", "18:00"], chosen)).status).toBe(303)
  expect((await readHours([id])).get(id)).toEqual({ out: at("09:00"), back: at("18:00") })
})
