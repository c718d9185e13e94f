import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { withRentals } from "../booking-record/rentals.ts"
import { type Staff, ownAccountParty } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import {
  bookingNow,
  contractAt,
  signingForm,
  hours,
  lastSecret,
  minutes,
  queuedJobs,
  makeSentContract,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { adjustPrice } from "../bookings/adjust-price.ts"
import { readBookingPage } from "../bookings/booking-page.ts"
import { editBooking } from "../bookings/edit.ts"
import { readBookingVersion } from "../bookings/booking-version.ts"
import { db } from "../platform/database.server.ts"
import { listInstalments } from "../money/finance/instalments.ts"
import { rentals } from "../platform/schema/bookings.ts"
import { sealContract } from "./seal-contract.ts"
import { sendContract } from "./send-contract.ts"
import { recordInPersonSignature, signContract } from "./sign.ts"
import { requestSigningCode, proveByCode } from "./signing-code.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Staff
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const at = hours(2)
const byLink = (secret: string) => ({ by: "link", secret }) as const

async function discountOf50(bookingId: BookingId, when = at) {
  const adjustment = { id: randomUUID(), kind: "discount", name: "Remise", reason: "Fidélité", amount: 5_000 } as const
  const options = { expectedVersion: await readBookingVersion(bookingId), acceptsOverpaid: false, tellsCustomer: true }
  return adjustPrice(camille, bookingId, { ...options, adjustment }, when)
}

const contractJob = (bookingId: BookingId, when: Date) =>
  sendContract({ bookingId, confirmedAt: now.toISOString() }, when)

describe("a contract whose price has changed (D69)", () => {
  test("the contract can no longer be signed: by the owner, the mailed link or the account", async () => {
    const { booking, contract, secret, elena } = await makeSentContract(camille)
    const { account } = ownAccountParty(elena)
    await requestSigningCode({ account, contractId: contract.id, visit, at: minutes(110) })
    const mails = await queuedJobs("send-mail")
    const code = mails.flatMap(({ data }) => (data.template === "signing-code" ? [data.data.token] : [])).at(-1) ?? ""
    expect((await proveByCode({ account, contractId: contract.id, code, visit, at: minutes(110) })).ok).toBe(true)

    expect(await discountOf50(booking.id)).toMatchObject({ ok: true, value: { contract: "at-once" } })

    const refused = { ok: false, error: { kind: "replaced", contract: { version: 2, total: 20_000 } } }
    const { signature, ...form } = signingForm(contract)
    const paper = { ...form, how: "paper", signature: null, signedOn: "2027-05-01" } as const
    expect(await recordInPersonSignature(camille, paper, visit, at)).toMatchObject(refused)
    const onSite = { ...form, how: "on-site", signature, signedOn: "2027-05-01" } as const
    expect(await recordInPersonSignature(camille, onSite, visit, at)).toMatchObject(refused)
    expect(await signContract(byLink(secret), signingForm(contract), visit, at)).toMatchObject(refused)
    const session = { by: "session", account } as const
    expect(await signContract(session, signingForm(contract), visit, at)).toMatchObject(refused)
    expect((await contractAt(booking.id, 1)).status).toBe("replaced")
  })

  test("a paper dated before the successor cannot sign it", async () => {
    const { booking } = await makeSentContract(camille)
    const tomorrow = hours(26)
    await discountOf50(booking.id, tomorrow)
    const { signature: _signature, ...form } = signingForm(await contractAt(booking.id, 2))
    const noted = (signedOn: Day) =>
      recordInPersonSignature(camille, { ...form, how: "paper", signature: null, signedOn }, visit, hours(27))
    expect(await noted("2027-05-01")).toEqual({
      ok: false,
      error: { kind: "before-it-was-made", madeOn: "2027-05-02" },
    })
    expect((await noted("2027-05-02")).ok).toBe(true)
  })

  test("the successor follows at once, with instalments for the new total and 48 new hours", async () => {
    const { booking, secret } = await makeSentContract(camille)
    await discountOf50(booking.id)
    const page = await readBookingPage(await withRentals(await bookingNow(booking.id)), at)
    const due = page.instalments.reduce((sum, { amount }) => sum + amount, 0)
    expect([due, page.inForce.total]).toEqual([20_000, 20_000])
    expect((await bookingNow(booking.id)).contractDueAt).toBeNull()

    expect((await queuedJobs("send-contract")).some(({ after }) => after <= minutes(1, new Date()))).toBe(true)
    expect(await contractJob(booking.id, minutes(1, at))).toBe("version 2 sent")
    expect((await bookingNow(booking.id)).contractDueAt).toEqual(hours(48, minutes(1, at)))
    const second = await contractAt(booking.id, 2)
    expect((await signContract(byLink(secret), signingForm(second), visit, hours(3))).ok).toBe(true)
    expect((await listInstalments(booking.id)).map(({ amount }) => amount)).toEqual([6_000, 14_000])
  })

  test("a signature at the same moment signs the contract that was current", async () => {
    const { booking, contract, secret } = await makeSentContract(camille)
    const [signed, adjusted] = await Promise.all([
      signContract(byLink(secret), signingForm(contract), visit, at),
      discountOf50(booking.id),
    ])
    const first = await contractAt(booking.id, 1)
    if (signed.ok) expect(adjusted).not.toMatchObject({ value: { contract: "at-once" } })
    else expect(signed.error.kind).toBe("replaced")
    expect(first.status).toBe(signed.ok ? "signed" : "replaced")
  })

  test("a contract whose dates have changed cannot be signed either, before any job has run", async () => {
    const { booking, contract, secret } = await makeSentContract(camille)
    const change = {
      change: { rentals: [{ position: 1, days: ["2027-06-19"] as const }] },
      expectedTotal: 25_000,
      message: null,
    }
    expect(
      (
        await editBooking({
          actor: camille,
          id: booking.id,
          ...change,
          expectedVersion: await readBookingVersion(booking.id),
          at,
        })
      ).ok,
    ).toBe(true)
    expect(await signContract(byLink(secret), signingForm(contract), visit, at)).toMatchObject({
      error: { kind: "replaced", contract: { version: 2 } },
    })
  })

  test("a pending amendment is replaced too, and the signed version stays in force", async () => {
    const { booking, contract, secret } = await makeSentContract(camille)
    expect((await signContract(byLink(secret), signingForm(contract), visit, hours(1))).ok).toBe(true)
    expect(await discountOf50(booking.id)).toMatchObject({ value: { contract: "later" } })
    await contractJob(booking.id, minutes(2, at))
    const change = await contractAt(booking.id, 2)
    expect(await discountOf50(booking.id, minutes(3, at))).toMatchObject({ value: { contract: "at-once" } })
    const fresh = await lastSecret()
    expect(await signContract(byLink(fresh), signingForm(change), visit, minutes(4, at))).toMatchObject({
      error: { kind: "replaced", contract: { version: 3, total: 15_000 } },
    })
    expect((await listInstalments(booking.id)).map(({ amount }) => amount)).toEqual([7_500, 17_500])
  })

  test("an attempt to sign replaces the contract, whatever changed the booking", async () => {
    const { booking, contract, secret } = await makeSentContract(camille)
    await db.update(rentals).set({ photoPackQuantity: 36 }).where(eq(rentals.bookingId, booking.id))
    expect(await signContract(byLink(secret), signingForm(contract), visit, at)).toMatchObject({
      error: { kind: "replaced", contract: { version: 2, status: "prepared" } },
    })
    expect(await contractJob(booking.id, at)).toBe("version 2 sent")
  })
})

test("a version signed before its typesetting has both documents once it is sealed", async () => {
  const { booking, secret } = await makeSentContract(camille)
  await discountOf50(booking.id)
  const second = await contractAt(booking.id, 2)
  expect((await signContract(byLink(secret), signingForm(second), visit, at)).ok).toBe(true)
  expect(await contractJob(booking.id, minutes(1, at))).toBe("as signed")
  expect(await sealContract({ contractId: second.id }, minutes(1, at))).toBe("sealed")
  const { pdfKey, sealedKey } = await contractAt(booking.id, 2)
  expect([pdfKey, sealedKey]).not.toContain(null)
  await expect(lastSecret()).resolves.toBe(secret)
})
