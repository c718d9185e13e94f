import { createHash } from "node:crypto"
import { addDays, dayInParis } from "../../domain/day.ts"
import { holdScripts } from "../harness/awake.ts"
import { expect, test } from "../harness/shop.ts"
import { signByLink, bookingToSign } from "./bookings.ts"
import { readPublicIds } from "./public-addresses.ts"
import { expectGrid } from "./rgaa.ts"
import { openWatchingForms } from "./still-forms.ts"

test.use({ variables: { PAYMENTS: "demo" } })

const digest = (secret: string) => createHash("sha256").update(secret).digest("base64url")

// The sample's other pages are covered by accessibility.spec.ts and admin-screens.spec.ts.
test("the customer's pages of the RGAA sample pass: account, booking, signature, payment and deposit", async ({
  page,
  shop,
  browser,
}) => {
  const { secret, number, id } = await bookingToSign(page, browser, shop)
  const scripts = await holdScripts(page)
  const look = async (path: string) => {
    // Not a redirect to another page.
    expect((await openWatchingForms(page, scripts, shop.url + path))?.status(), path).toBe(200)
    expect(new URL(page.url()).pathname).toBe(path)
    await expectGrid(page, path)
  }
  const booking = `/account/bookings/${number}`
  await look("/booking/confirmation")
  await look("/account")
  await look(booking)
  // A phone of 360 px at 200 %.
  await page.setViewportSize({ width: 180, height: 640 })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(180)
  await look(`${booking}/signer`)
  await look(`${booking}/annuler`)
  await look(`${booking}/dates`)
  await look("/mot-de-passe")
  await look("/appareils")
  await look(`/signer/${secret}`)
  const { product } = await readPublicIds(shop)
  const day = addDays(dayInParis(new Date()), 40)
  const steps = ["options", "address", "delivery"].map((step) => `/book/${product}?step=${step}&date=${day}`)
  for (const path of [`/signer/${secret}/annuler`, ...steps]) await openWatchingForms(page, scripts, shop.url + path)
  // A signed contract offers payment and withdrawal, and requires a place and a deposit.
  await page.setViewportSize({ width: 1280, height: 1024 })
  await signByLink(page, shop, secret)
  for (const [purpose, path] of [
    ["pay", "payer"],
    ["deposit", "caution"],
  ] as const) {
    const linkSecret = purpose.slice(0, 1).repeat(36)
    await shop.sql(
      "insert into booking_links (booking_id, purpose, digest, made_at, ends_at) values ($1, $2, $3, now(), now() + interval '1 day')",
      [id, purpose, digest(linkSecret)],
    )
    await look(`/${path}/${linkSecret}`)
  }
  await look(`${booking}/retractation`)
  await look("/account/mes-donnees")
  await look("/account/partages")
  await look("/account/agenda")
  await look("/account/adresse-e-mail")
  await look("/account/supprimer")
  await look("/cles-d-acces")
  await look("/double-authentification")
})
