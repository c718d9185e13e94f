import { createHash } from "node:crypto"
import { expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { readMailedCode, signByLink, bookingToSign } from "./bookings.ts"
import { account } from "./wizard.ts"

const digest = (secret: string) => createHash("sha256").update(secret).digest("base64url")

test("a link signs once without a session, then only reads; mail scanners and second tabs change nothing", async ({
  page,
  request: scanner,
  openWindow,
  shop,
  browser,
}) => {
  const { secret, id, number } = await bookingToSign(page, browser, shop)
  await test.step("a mail scanner that opens everything changes nothing, and the link says nothing of itself", async () => {
    const before = await shop.sql("select status, signed_at from contracts where booking_id = $1", [id])
    for (const path of ["", "?vue=reservation", "?fait=signe", "/contrat.txt", "/contrat.pdf"]) {
      const answer = await scanner.get(`${shop.url}/signer/${secret}${path}`)
      expect({ path, status: answer.status() }).toEqual({ path, status: 200 })
      expect(answer.headers()["referrer-policy"]).toBe("no-referrer")
      expect(answer.headers()["x-robots-tag"]).toBe("noindex")
    }
    expect(await shop.sql("select status, signed_at from contracts where booking_id = $1", [id])).toEqual(before)
    expect(await shop.sql("select used_at from booking_links where digest = $1", [digest(secret)])).toEqual([
      { used_at: null },
    ])
  })

  const first = await openWindow()
  const second = await first.context().newPage()
  await second.goto(`${shop.url}/signer/${secret}`)
  await signByLink(first, shop, secret)
  await expect(first.getByRole("heading", { name: /^À payer/ })).toBeVisible()
  await expect(first.getByRole("link", { name: /Lire et signer|Demander/ })).toHaveCount(0)
  await expectAccessibleEverywhere(first, "a booking by its link")
  expect((await first.request.get(`${shop.url}/account/bookings/${number}`, { maxRedirects: 0 })).status()).toBe(302)

  await second.getByLabel("Votre nom, pour signature").fill(account.name)
  for (const box of await second.getByRole("checkbox").all()) await box.check()
  await second.getByRole("button", { name: /^Signer, commande/ }).click()
  await expect(second.getByText(/Merci, votre contrat est signé/)).toBeVisible()
  // The page was scrolled to the form before, and must start at its top.
  await expect.poll(() => second.evaluate(() => window.scrollY)).toBe(0)
  const evidence = await shop.sql(
    "select from contract_evidence join contracts on contracts.id = contract_id where booking_id = $1 and kind = 'signed'",
    [id],
  )
  expect(evidence).toHaveLength(1)

  // The right of withdrawal works without a password too, by a mailed code (D33).
  await second.getByRole("link", { name: "Renoncer au contrat ici" }).click()
  await second.getByRole("button", { name: "Recevoir un code" }).click()
  await expect(second.getByText(/Un code de six chiffres attend son départ/)).toBeVisible()
  await expectAccessibleEverywhere(second, "the withdrawal by a link")
  await second.getByLabel("Code reçu par e-mail").fill(await readMailedCode(shop, "withdrawal-code"))
  await second.getByRole("button", { name: "Confirmer la rétractation" }).click()
  await expect(second.getByText("Votre rétractation est reçue.", { exact: false })).toBeVisible()
  expect(await shop.sql("select kind from booking_ends where booking_id = $1", [id])).toEqual([{ kind: "withdrawn" }])
})
