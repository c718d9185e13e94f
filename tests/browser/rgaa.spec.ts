import { createHash } from "node:crypto"
import { expect, test } from "../harness/shop.ts"
import { signByLink, toSign } from "./booked.ts"
import { expectGrid } from "./rgaa.ts"

test.use({ variables: { PAYMENTS: "demo" } })

const digest = (secret: string) => createHash("sha256").update(secret).digest("base64url")

// The other pages of the sample are looked at by the walks over all screens: accessibility.spec.ts, admin-screens.spec.ts.
test("the sample of the RGAA grid, for a customer: account, booking, signature, payment and deposit", async ({
  page,
  shop,
  browser,
}) => {
  test.setTimeout(240_000)
  const { secret, number, id } = await toSign(page, browser, shop)
  const look = async (path: string, heading: string | RegExp) => {
    await page.goto(shop.url + path)
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(heading)
    await expectGrid(page, path)
  }
  const booking = `/account/bookings/${number}`
  await look("/booking/confirmation", "Votre demande est envoyée")
  await look("/account", "Mon compte")
  await look(booking, `Réservation n° ${number}`)
  await look(`${booking}/signer`, "Signer le contrat")
  await look(`${booking}/annuler`, "Annuler la réservation")
  await look(`${booking}/dates`, "Demander d’autres dates")
  await look("/mot-de-passe", /mot de passe/i)
  await look("/appareils", /./)
  await look(`/signer/${secret}`, /./)
  // Signed, it is to be paid, may be withdrawn from, and asks for a place and a deposit.
  await signByLink(page, shop, secret)
  for (const [purpose, path] of [
    ["pay", "payer"],
    ["deposit", "caution"],
  ] as const) {
    const given = purpose.slice(0, 1).repeat(36)
    await shop.sql(
      "insert into booking_links (booking_id, purpose, digest, made_at, ends_at) values ($1, $2, $3, now(), now() + interval '1 day')",
      [id, purpose, digest(given)],
    )
    await look(`/${path}/${given}`, /./)
  }
  await look(`${booking}/retractation`, /contrat/)
  await look(`${booking}/lieu`, /lieu/i)
  await look("/account/mes-donnees", /données/i)
  await look("/account/partages", /./)
  await look("/account/agenda", /agenda/i)
  await look("/account/adresse-e-mail", /adresse/i)
  await look("/account/supprimer", /./)
  await look("/cles-d-acces", /accès/i)
  await look("/double-authentification", /authentification/i)
})
