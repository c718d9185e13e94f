import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { accountBookingPaths } from "../../app/site/account/booking/paths.ts"
import * as linkDocument from "../../app/site/account/booking/link/document/route.ts"
import * as linkPage from "../../app/site/account/booking/link/route.tsx"
import { readBookingView } from "../../app/site/account/booking/load.server.ts"
import { sendContractFile } from "../../app/site/account/booking/document-answer.server.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import { readBookingAccount } from "../../server/bookings/booking-page.ts"
import { cancelOwnBooking, previewCancellation } from "../../server/bookings/cancel.ts"
import type { Booking } from "../../server/booking-record/booking.ts"
import { withdrawFromContract } from "../../server/bookings/withdraw.ts"
import { revokeBookingLinks } from "../../server/access/capability-links.ts"
import { mailFreshLink, canMailFreshLink } from "../../server/contracts/mail-fresh-link.ts"
import { readLink } from "../../server/contracts/read-link.ts"
import { recordInPersonSignature } from "../../server/contracts/sign.ts"
import { listAccountDocuments } from "../../server/accounts/customers/documents.ts"
import { db, transaction } from "../../server/platform/database.server.ts"
import { bookingLinks } from "../../server/platform/schema/contracts.ts"
import { postRequest, routeArgs } from "../accounts/browser.ts"
import { cancelBooking } from "../ends.ts"
import { freshDatabase } from "../harness/database.ts"
import { bookingNow, signingForm, hours, queuedJobs, makeSentContract, shopWithTemplate, visit } from "./signing.ts"
import { clearJobs } from "../harness/jobs.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const endedAt = hours(3)

async function signedOnPaper() {
  const made = await makeSentContract(camille)
  const { signature: _signature, ...form } = signingForm(made.contract)
  const paper = { ...form, how: "paper", signature: null, signedOn: "2027-05-01" } as const
  const signed = await recordInPersonSignature(camille, paper, visit, hours(1))
  if (!signed.ok) throw new Error(signed.error.kind)
  return made
}

const ends: Record<string, (booking: Booking) => Promise<unknown>> = {
  "a withdrawal": async (booking) =>
    withdrawFromContract(ownAccountParty(await readBookingAccount(booking)), booking.id, endedAt),
  "the customer's cancellation": async (booking) => {
    const party = ownAccountParty(await readBookingAccount(booking))
    const preview = await previewCancellation(party, booking.id, endedAt)
    if (!preview.ok) throw new Error(preview.error.kind)
    return cancelOwnBooking(party, booking.id, { expected: preview.value.settlement }, endedAt)
  },
  "the company's cancellation": (booking) =>
    cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at: endedAt }),
}

const readContract = (path: string, booking: Booking) =>
  sendContractFile(booking, new URL(path, "http://localhost:3000")).then(
    ({ status }) => status,
    (thrown: Response) => thrown.status,
  )

describe("a signed contract (D75)", () => {
  test.each(Object.keys(ends))(
    "a signed contract stays in the account and behind its mailed link after %s",
    async (name) => {
      const { booking, elena, secret } = await signedOnPaper()
      await ends[name]?.(booking)
      const ended = await bookingNow(booking.id)
      expect(ended.status).toBe("cancelled")

      for (const path of ["contrat.txt", "contrat.txt?version=1"])
        expect(await readContract(`/x/${path}`, ended)).toBe(200)
      const seeing = {
        party: ownAccountParty(elena),
        access: "owner" as const,
        paths: accountBookingPaths(booking.number),
      }
      const { documents } = await readBookingView(ended, { ...seeing, at: hours(4) })
      expect(documents).toMatchObject([{ version: 1, signedAt: hours(1), endedAt }])
      expect((await listAccountDocuments(elena.id, 1)).rows).toMatchObject([
        { kind: "contract", signed: true, endedAt },
      ])

      expect(await readLink(secret, visit, hours(24 * 60))).toMatchObject({
        ok: true,
        value: { signing: { kind: "ended" } },
      })
      const request = new Request(`http://localhost:3000/signer/${secret}/contrat.txt`)
      const answer = await linkDocument.loader((await routeArgs(request, { secret })) as never)
      expect(answer.status).toBe(200)
    },
  )

  test("an unsigned contract is no longer offered once its booking has ended", async () => {
    const { booking, elena, secret } = await makeSentContract(camille)
    await cancelBooking({ actor: camille, id: booking.id, from: "confirmed", at: endedAt })
    expect(await readContract("/x/contrat.txt?version=1", await bookingNow(booking.id))).toBe(404)
    expect((await listAccountDocuments(elena.id, 1)).total).toBe(0)
    expect((await readLink(secret, visit, hours(4))).ok).toBe(true)
  })
})

describe("an expired mailed link (D75)", () => {
  test("an expired link offers a new one, which is mailed to the booking's address and opens it", async () => {
    const { booking, elena, secret } = await signedOnPaper()
    await db.update(bookingLinks).set({ madeAt: new Date(0), endsAt: new Date(1) })
    const open = async () =>
      linkPage.loader((await routeArgs(new Request(`http://localhost:3000/signer/${secret}`), { secret })) as never)
    expect((await open()).data).toMatchObject({ kind: "ended-link", offersFreshLink: true })
    await clearJobs()

    const request = postRequest(`/signer/${secret}`, { intent: "nouveau-lien" })
    const answer = await linkPage.action((await routeArgs(request, { secret })) as never)
    expect(answer).toMatchObject({ data: { linkMailed: true }, init: { status: 200 } })
    const [mail] = (await queuedJobs("send-mail")).map(({ data }) => data)
    expect(mail).toMatchObject({ template: "fresh-link", to: [{ address: elena.email }] })
    const fresh = /\/signer\/([0-9a-f]{36})/.exec(JSON.stringify(mail))?.[1] ?? ""
    expect(await readLink(fresh, visit)).toMatchObject({ ok: true, value: { booking: { id: booking.id } } })
  })

  test("an expired link floods no mailbox, and gives nothing when the owner has closed it", async () => {
    const { booking, secret } = await signedOnPaper()
    expect(await mailFreshLink(secret, hours(1))).toMatchObject({ error: { kind: "not-offered" } })
    await db.update(bookingLinks).set({ madeAt: new Date(0), endsAt: new Date(1) })
    const outcomes = []
    for (let count = 0; count < 5; count++) outcomes.push(await mailFreshLink(secret, hours(1)))
    expect(outcomes.filter(({ ok }) => ok).length).toBeLessThan(5)
    expect(outcomes.at(-1)).toMatchObject({ error: { kind: "wait" } })
    await db
      .update(bookingLinks)
      .set({ endsAt: hours(24 * 90) })
      .where(eq(bookingLinks.bookingId, booking.id))
    await transaction((tx) => revokeBookingLinks(tx, booking.id, hours(1)))
    expect(await canMailFreshLink(secret, hours(24 * 100))).toBe(false)
  })
})
