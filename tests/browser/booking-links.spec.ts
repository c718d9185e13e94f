import { createHash } from "node:crypto"
import { expect, test } from "../harness/shop.ts"
import { expectAccessibleEverywhere } from "./axe.ts"
import { codeMailed, signByLink, toSign } from "./booked.ts"
import { account } from "./wizard.ts"
import { mainOf } from "./written-page.ts"

const digest = (secret: string) => createHash("sha256").update(secret).digest("base64url")
const unknown = "0".repeat(36)

test("a mail scanner changes nothing; a link signs once, without a session; used again it reads; two tabs sign one contract", async ({
  page,
  request: scanner,
  openWindow,
  shop,
  browser,
}) => {
  const { secret, id, number } = await toSign(page, browser, shop)
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
  await expect(second.getByText(/Contrat signé par ce lien/)).toBeVisible()
  // The form was far below what it has become.
  await expect.poll(() => second.evaluate(() => window.scrollY)).toBe(0)
  const evidence = await shop.sql(
    "select from contract_evidence join contracts on contracts.id = contract_id where booking_id = $1 and kind = 'signed'",
    [id],
  )
  expect(evidence).toHaveLength(1)

  // Without a password there is a way out of the contract as well: by a code that is mailed (D33).
  await second.getByRole("link", { name: "Renoncer au contrat ici" }).click()
  await second.getByRole("button", { name: "Recevoir un code" }).click()
  await expect(second.getByText(/Un code de six chiffres attend son départ/)).toBeVisible()
  await expectAccessibleEverywhere(second, "the withdrawal by a link")
  await second.getByLabel("Code reçu par e-mail").fill(await codeMailed(shop, "withdrawal-code"))
  await second.getByRole("button", { name: "Confirmer la rétractation" }).click()
  await expect(second.getByText("Votre rétractation est reçue.", { exact: false })).toBeVisible()
  expect(await shop.sql("select kind from booking_ends where booking_id = $1", [id])).toEqual([{ kind: "withdrawn" }])
})

test("ended, revoked, unknown and reading links say so kindly, and sign nothing; another booking's link opens its own", async ({
  page,
  openWindow,
  shop,
  browser,
}) => {
  const { secret, id } = await toSign(page, browser, shop)
  const guest = await openWindow()
  await guest.goto(`${shop.url}/signer/${secret}`)
  await expectAccessibleEverywhere(guest, "the signing by a link")
  const form = await guest
    .locator("form:has([name=contractId])")
    .evaluate((element: HTMLFormElement) =>
      Object.fromEntries([...new FormData(element)].map(([name, value]) => [name, String(value)])),
    )
  const whole = { ...form, intent: "signer", kind: "typed", typed: "Camille", terms: "oui", early: "oui", loss: "oui" }
  const post = async (by: string) =>
    (await guest.request.post(`${shop.url}/signer/${by}`, { form: whole, maxRedirects: 0 })).status()
  const read = async (by: string) => mainOf(await guest.request.get(`${shop.url}/signer/${by}`))
  const add = async (given: string, purpose: string, booking: string) =>
    shop.sql(
      "insert into booking_links (booking_id, purpose, digest, made_at, ends_at) values ($1, $2, $3, now(), now() + interval '1 day')",
      [booking, purpose, digest(given)],
    )
  const [reading, foreign] = ["a".repeat(36), "b".repeat(36)]
  const [other] = await shop.sql<{ id: string; number: number }>(
    "select id, number from bookings where id <> $1 and status = 'confirmed' order by number limit 1",
    [id],
  )
  if (!other) throw new Error("There is no other booking")
  await add(reading, "read", id)
  await add(foreign, "sign", other.id)

  expect(await post(unknown)).toBe(409)
  const incomplete = await read(unknown)
  expect(incomplete.words).toContain("Ce lien n’est pas complet")
  expect(incomplete.words).not.toContain(unknown)

  expect(await post(reading)).toBe(409)
  const toRead = await read(reading)
  expect(toRead.words).toContain("Signez votre contrat")
  expect(toRead.words).not.toContain("Lire et signer")

  expect(await post(foreign)).toBe(422)
  expect((await read(`${foreign}?vue=reservation`)).words).toContain(`Réservation n°\u00a0${other.number}`)

  // Its time is over: what was a link to sign has ended, and says so.
  await shop.sql(
    "update booking_links set made_at = now() - interval '90 days', ends_at = now() - interval '1 minute' where digest = $1",
    [digest(foreign)],
  )
  expect(await post(foreign)).toBe(409)
  expect((await read(foreign)).words).toContain("Ce lien ne sert plus")

  await shop.sql("update booking_links set revoked_at = now() where digest = $1", [digest(secret)])
  expect(await post(secret)).toBe(409)
  expect((await guest.request.get(`${shop.url}/signer/${secret}`)).status()).toBe(410)
  expect((await guest.request.get(`${shop.url}/signer/${secret}/contrat.txt`)).status()).toBe(410)
  await guest.goto(`${shop.url}/signer/${secret}`)
  await expect(guest.getByRole("heading", { name: "Ce lien ne sert plus" })).toBeVisible()
  await guest.getByRole("main").getByRole("link", { name: "Ouvrir mon compte" }).click()
  await expect(guest).toHaveURL(/\/connexion\?retour=/)

  expect(await shop.sql("select from contracts where booking_id = $1 and signed_at is not null", [id])).toEqual([])
})
