import sharp from "sharp"
import { addDays, dayInParis } from "../../domain/day.ts"
import { type Shop, expect, test } from "../harness/shop.ts"
import { expectAccessible } from "./axe.ts"
import { signIn } from "./wizard.ts"

type TestBooking = { id: string; number: number; first_day: string }

/** A signed delivery for tomorrow in the administrator's own account: one session sees both sides. */
async function ownDelivery(shop: Shop): Promise<TestBooking> {
  const tomorrow = addDays(dayInParis(new Date()), 1)
  const [booked] = await shop.sql<TestBooking>(
    `with chosen as (
      select b.id from bookings b join contracts c on c.booking_id = b.id
      where b.status = 'confirmed' and c.status = 'signed' and b.first_day >= $2::date order by b.first_day limit 1),
     moved as (
      update rentals set dates = array[$2::date], during = tstzmultirange(rental_range($2::date, $2::date, 0))
      where booking_id = (select id from chosen))
     update bookings set user_id = (select id from profiles where email = $1), is_delivery = true, distance = 24,
       dates = array[$2::date], first_day = $2::date, last_day = $2::date, returns_on = $2::date
     where id = (select id from chosen) returning id, number, first_day::text`,
    [shop.administrator.email, tomorrow],
  )
  if (!booked) throw new Error("The demonstration has no signed booking ahead")
  return booked
}

test("the owner notes the hours, the customer describes the place, and the day's sheet prints both", async ({
  page,
  openWindow,
  shop,
}) => {
  const { number, first_day: day } = await ownDelivery(shop)
  await signIn(page, shop, shop.administrator, `/admin/bookings/${number}?geste=horaires`)
  await page.getByRole("group", { name: "Livraison" }).getByLabel("De").fill("09:00")
  await page.getByRole("button", { name: "Enregistrer les horaires" }).click()
  await expect(page.getByText("Indiquez les deux heures, ou aucune.").first()).toBeVisible()
  await expect(page.getByText("La demande n’a pas pu être lue.")).toHaveCount(0)
  await page.getByRole("group", { name: "Livraison" }).getByLabel("À").fill("10:30")
  await page.getByRole("button", { name: "Enregistrer les horaires" }).click()
  await expect(page.getByText("Horaires enregistrés", { exact: true }).first()).toBeVisible()
  await expect(page.getByRole("region", { name: "Événement" })).toContainText(/entre 9\s*h et 10\s*h\s*30/)

  const plain = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  await signIn(plain, shop, shop.administrator, `/account/bookings/${number}`)
  await expect(plain.getByRole("region", { name: "Le jour J" })).toContainText(/entre 9\s*h et 10\s*h\s*30/)
  await plain.getByRole("link", { name: "Décrire le lieu" }).click()
  await plain.getByLabel("Nom", { exact: true }).fill("Nadia Benali")
  await plain.getByLabel("Téléphone").fill("06 12 34 56 78")
  await plain.getByLabel("L’accès").fill("Portail vert, code 12B")
  await plain.getByRole("button", { name: "Envoyer la description" }).click()
  await expect(plain.getByText("Dites-nous s’il y a une prise.").first()).toBeVisible()
  await expect(plain.getByLabel("L’accès")).toHaveValue("Portail vert, code 12B")
  await plain
    .getByRole("radiogroup", { name: /prise électrique/ })
    .getByLabel("Oui")
    .check()
  await plain.getByRole("radiogroup", { name: /3.×.5/ }).getByLabel(/^Non/).check()
  await plain.getByRole("button", { name: "Envoyer la description" }).click()
  await expect(plain.getByText(/Merci, le lieu est noté/)).toBeVisible()

  await page.goto(`${shop.url}/admin/bookings/jour/${day}`)
  const stop = page.getByRole("article", { name: new RegExp(`Livraison, .*n° ${number}`) })
  await expect(stop).toContainText("Portail vert, code 12B")
  await expect(stop.getByRole("link", { name: /Appeler Nadia Benali/ })).toHaveAttribute("href", "tel:+33612345678")
  await expect(stop.getByRole("link", { name: /itinéraire/ })).toHaveAttribute("href", /destination=/)
  await page.getByRole("button", { name: /^Descendre.*Livraison/ }).click()
  await expect(page.getByText("Ordre enregistré", { exact: true }).first()).toBeVisible()
  await expect(page.getByRole("article").first()).toHaveAccessibleName(/^1\. Reprise/)
  await expectAccessible(page)
  // A4 within its margins of 14 mm, at 96 dots an inch.
  await page.setViewportSize({ width: 688, height: 1016 })
  await page.emulateMedia({ media: "print" })
  await expect(page.getByRole("button", { name: "Imprimer la journée" })).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1016)
})

test("a condition report on a bad network keeps its texts and photographs, and is sent by itself", async ({
  page,
  shop,
}) => {
  const { id, number } = await ownDelivery(shop)
  const photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: "#884422" } })
    .png()
    .toBuffer()
  await signIn(page, shop, shop.administrator, `/admin/bookings/${number}/etat-des-lieux/depart`)
  await page.getByLabel("Avec des réserves").check()
  await page.getByLabel("Remarques").fill("Coin gauche rayé")
  await page.getByLabel("Photographie 1").evaluate(
    (field, bytes) => {
      const dataTransfer = new DataTransfer()
      for (const count of [1, 2])
        dataTransfer.items.add(new File([new Uint8Array(bytes)], `machine-${count}.png`, { type: "image/png" }))
      field.dispatchEvent(new DragEvent("drop", { bubbles: true, cancelable: true, dataTransfer }))
    },
    [...photo],
  )
  await expect(page.getByLabel("Photographie 3")).toBeVisible()
  for (const side of ["Le client", "Le loueur"]) {
    await page.getByRole("group", { name: side }).getByRole("button", { name: "Taper le nom à la place" }).click()
    await page.getByRole("textbox", { name: new RegExp(`${side}.*pour signature`) }).fill("Nadia Benali")
  }
  // The telephone has unloaded the page meanwhile.
  await page.reload()
  await expect(page.getByText("2 photographies gardées sur cet appareil sont de nouveau là.")).toBeVisible()
  await expect(page.getByLabel("Remarques")).toHaveValue("Coin gauche rayé")
  for (const side of ["Le client", "Le loueur"]) {
    const typed = page.getByRole("textbox", { name: new RegExp(`${side}.*pour signature`) })
    if (!(await typed.isVisible()))
      await page.getByRole("group", { name: side }).getByRole("button", { name: "Taper le nom à la place" }).click()
    await typed.fill("Nadia Benali")
  }
  await page.context().setOffline(true)
  await page.getByRole("button", { name: "Enregistrer l’état des lieux" }).click()
  await expect(page.getByText("Tout est gardé sur cet appareil")).toBeVisible()
  await page.context().setOffline(false)
  await expect(page.getByText("État des lieux de départ enregistré").first()).toBeVisible()
  expect(await shop.sql("select remarks from condition_reports where booking_id = $1", [id])).toEqual([
    { remarks: "Coin gauche rayé" },
  ])
  await page.goto(`/admin/bookings/${number}/etat-des-lieux/depart`)
  await expect(page.getByLabel("Remarques")).toHaveValue("")
  await expect(page.getByText("gardées sur cet appareil")).toBeHidden()
})

test("condition reports are signed without a script or by drawing, and only both parties read them", async ({
  page,
  browser,
  openWindow,
  shop,
}) => {
  const { id, number } = await ownDelivery(shop)
  const photo = {
    name: "machine.png",
    mimeType: "image/png",
    buffer: await sharp({ create: { width: 60, height: 40, channels: 3, background: "#884422" } })
      .png()
      .toBuffer(),
  }
  const plain = await openWindow({ javaScriptEnabled: false, viewport: { width: 360, height: 780 } })
  await signIn(plain, shop, shop.administrator, `/admin/bookings/${number}/etat-des-lieux/depart`)
  expect(await plain.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
  await plain.getByLabel("Avec des réserves").check()
  await plain.getByLabel("Photographie 1").setInputFiles(photo)
  await plain.getByRole("textbox", { name: /Le client.*pour signature/ }).fill("Nadia Benali")
  await plain.getByRole("textbox", { name: /Le loueur.*pour signature/ }).fill("Camille")
  await plain.getByRole("button", { name: "Enregistrer l’état des lieux" }).click()
  await expect(plain.getByText("Écrivez ce qui manque ou ce qui est abîmé.").first()).toBeVisible()
  await plain.getByLabel("Remarques").fill("Coin gauche rayé")
  await plain.getByLabel("Photographie 1").setInputFiles(photo)
  await plain.getByRole("button", { name: "Enregistrer l’état des lieux" }).click()
  await expect(plain.getByText("État des lieux de départ enregistré").first()).toBeVisible()

  await signIn(page, shop, shop.administrator, `/admin/bookings/${number}/etat-des-lieux/retour`)
  await page.getByLabel("Complet et en bon état").check()
  const pad = page.getByRole("group", { name: "Le client" }).getByRole("img")
  await pad.scrollIntoViewIfNeeded()
  const box = await pad.boundingBox()
  if (!box) throw new Error("There is nothing to draw on")
  await page.mouse.move(box.x + 20, box.y + 20)
  await page.mouse.down()
  await page.mouse.move(box.x + box.width * 0.7, box.y + box.height * 0.6, { steps: 6 })
  await page.mouse.up()
  await page.getByRole("group", { name: "Le loueur" }).getByRole("button", { name: "Taper le nom à la place" }).click()
  await page.getByRole("textbox", { name: /Le loueur.*pour signature/ }).fill("Camille")
  // A file that is no photograph is named; a phone's original is larger than the server accepts.
  await page
    .getByLabel("Photographie 1")
    .setInputFiles({ name: "notes.jpg", mimeType: "image/jpeg", buffer: Buffer.from("pas une image") })
  const noise = { type: "gaussian", mean: 128, sigma: 60 } as const
  const buffer = await sharp({ create: { width: 2400, height: 1800, channels: 3, background: "#ffffff", noise } })
    .jpeg({ quality: 100 })
    .toBuffer()
  expect(buffer.length).toBeGreaterThan(5 * 1024 * 1024)
  const second = page.getByLabel("Photographie 2")
  await second.setInputFiles({ name: "telephone.jpg", mimeType: "image/jpeg", buffer })
  await expect
    .poll(() => second.evaluate((field: HTMLInputElement) => field.files?.[0]?.size))
    .toBeLessThan(3 * 1024 * 1024)
  await page.getByRole("button", { name: "Enregistrer l’état des lieux" }).click()
  await expect(page.getByRole("group", { name: "Photographies" })).toContainText("Photographie 1.")
  await page.getByLabel("Photographie 1").setInputFiles([])
  await page.getByRole("button", { name: "Enregistrer l’état des lieux" }).click()
  await expect(page.getByText("État des lieux de retour enregistré").first()).toBeVisible()
  expect(await shop.sql("select width, height from condition_report_photos where width > 100")).toEqual([
    { width: 1600, height: 1200 },
  ])

  const rows = await shop.sql<{ id: string; leg: string; kind: string }>(
    "select id, leg, client_signature ->> 'kind' as kind from condition_reports where booking_id = $1 order by recorded_at",
    [id],
  )
  expect(rows.map(({ leg, kind }) => `${leg} ${kind}`)).toEqual(["out typed", "back drawn"])
  await page.goto(`${shop.url}/account/bookings/${number}`)
  await expect(page.getByRole("link", { name: "État des lieux de retour (PDF)" })).toBeVisible()
  await page.goto(`${shop.url}/account`)
  await expect(page.getByRole("link", { name: /PDF\s*, État des lieux de départ/ })).toBeVisible()
  const nobody = await browser.newContext({ baseURL: shop.url })
  for (const { id: report } of rows) {
    for (const of of ["/account/bookings", "/admin/bookings"]) {
      const path = `${of}/${number}/etats-des-lieux/${report}/pdf`
      const file = await page.request.get(shop.url + path)
      expect([file.status(), file.headers()["content-type"], file.headers()["cache-control"]]).toEqual([
        200,
        "application/pdf",
        "private, no-store",
      ])
      expect((await nobody.request.get(path, { maxRedirects: 0 })).status()).toBe(302)
    }
    const otherBooking = await page.request.get(
      `${shop.url}/admin/bookings/${number + 1}/etats-des-lieux/${report}/pdf`,
    )
    expect(otherBooking.status()).toBe(404)
  }
  await nobody.close()
})
