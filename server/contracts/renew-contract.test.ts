import { randomUUID } from "node:crypto"
import { eq } from "drizzle-orm"
import { beforeEach, describe, expect, test } from "vitest"
import { type Administrator, onOwnAccount } from "../../domain/accounts/party.ts"
import type { Day } from "../../domain/day.ts"
import type { BookingId } from "../../domain/id.ts"
import {
  bookingNow,
  contractAt,
  formOf,
  hours,
  lastSecret,
  minutes,
  promised,
  sent,
  shopWithTemplate,
  visit,
} from "../../tests/contracts/signing.ts"
import { now } from "../../tests/factories.ts"
import { freshDatabase } from "../../tests/harness/database.ts"
import { adjustPrice } from "../bookings/adjust-price.ts"
import { readBookingPage } from "../bookings/booking-page.ts"
import { editBooking } from "../bookings/edit.ts"
import { bookingVersion } from "../bookings/booking-version.ts"
import { db } from "../platform/database.server.ts"
import { instalmentsOf } from "../money/finance/instalments.ts"
import { bookings } from "../platform/schema/bookings.ts"
import { sealContract } from "./seal-contract.ts"
import { sendContract } from "./send-contract.ts"
import { noteSignedInPerson, signContract } from "./sign.ts"
import { orderSigningCode, proveByCode } from "./signing-code.ts"
import { clearJobs } from "../../tests/harness/jobs.ts"

let camille: Administrator
beforeEach(async () => {
  await freshDatabase()
  await clearJobs()
  camille = await shopWithTemplate()
})

const at = hours(2)
const byLink = (secret: string) => ({ by: "link", secret }) as const

async function discountOf50(bookingId: BookingId, when = at) {
  const adjustment = { id: randomUUID(), kind: "discount", name: "Remise", reason: "Fidélité", amount: 5_000 } as const
  const seen = { seen: await bookingVersion(bookingId), acceptsOverpaid: false, tellsCustomer: true }
  return adjustPrice(camille, bookingId, { ...seen, adjustment }, when)
}

const contractJob = (bookingId: BookingId, when: Date) =>
  sendContract({ bookingId, confirmedAt: now.toISOString() }, when)

describe("a contract whose price has changed (D69)", () => {
  test("is signed by nobody: neither by the owner, nor by the mailed link, nor by the account", async () => {
    const { booking, contract, secret, elena } = await sent(camille)
    const { account } = onOwnAccount(elena)
    await orderSigningCode({ account, contractId: contract.id, visit, at: minutes(110) })
    const mails = await promised("send-mail")
    const code = mails.flatMap(({ data }) => (data.template === "signing-code" ? [data.data.token] : [])).at(-1) ?? ""
    expect((await proveByCode({ account, contractId: contract.id, code, visit, at: minutes(110) })).ok).toBe(true)

    expect(await discountOf50(booking.id)).toMatchObject({ ok: true, value: { contract: "at-once" } })

    const refused = { ok: false, error: { kind: "replaced", contract: { version: 2, total: 20_000 } } }
    const { signature, ...form } = formOf(contract)
    const paper = { ...form, how: "paper", signature: null, signedOn: "2027-05-01" } as const
    expect(await noteSignedInPerson(camille, paper, visit, at)).toMatchObject(refused)
    const onSite = { ...form, how: "on-site", signature, signedOn: "2027-05-01" } as const
    expect(await noteSignedInPerson(camille, onSite, visit, at)).toMatchObject(refused)
    expect(await signContract(byLink(secret), formOf(contract), visit, at)).toMatchObject(refused)
    const session = { by: "session", account } as const
    expect(await signContract(session, formOf(contract), visit, at)).toMatchObject(refused)
    expect((await contractAt(booking.id, 1)).status).toBe("replaced")
  })

  test("is not signed as its successor by a paper of an earlier day", async () => {
    const { booking } = await sent(camille)
    const tomorrow = hours(26)
    await discountOf50(booking.id, tomorrow)
    const { signature: _signature, ...form } = formOf(await contractAt(booking.id, 2))
    const noted = (signedOn: Day) =>
      noteSignedInPerson(camille, { ...form, how: "paper", signature: null, signedOn }, visit, hours(27))
    expect(await noted("2027-05-01")).toEqual({
      ok: false,
      error: { kind: "before-it-was-made", madeOn: "2027-05-02" },
    })
    expect((await noted("2027-05-02")).ok).toBe(true)
  })

  test("has its successor at once: what is due adds up to the new total, and the 48 hours begin again when it is sent", async () => {
    const { booking, secret } = await sent(camille)
    await discountOf50(booking.id)
    const page = await readBookingPage(await bookingNow(booking.id), at)
    const due = page.instalments.reduce((sum, { amount }) => sum + amount, 0)
    expect([due, page.inForce.total]).toEqual([20_000, 20_000])
    expect((await bookingNow(booking.id)).contractDueAt).toBeNull()

    expect((await promised("send-contract")).some(({ after }) => after <= minutes(1, new Date()))).toBe(true)
    expect(await contractJob(booking.id, minutes(1, at))).toBe("version 2 sent")
    expect((await bookingNow(booking.id)).contractDueAt).toEqual(hours(48, minutes(1, at)))
    const second = await contractAt(booking.id, 2)
    expect((await signContract(byLink(secret), formOf(second), visit, hours(3))).ok).toBe(true)
    expect((await instalmentsOf(booking.id)).map(({ amount }) => amount)).toEqual([6_000, 14_000])
  })

  test("and a signature at the same moment: the contract that is signed is the one that stood", async () => {
    const { booking, contract, secret } = await sent(camille)
    const [signed, adjusted] = await Promise.all([
      signContract(byLink(secret), formOf(contract), visit, at),
      discountOf50(booking.id),
    ])
    const first = await contractAt(booking.id, 1)
    if (signed.ok) expect(adjusted).not.toMatchObject({ value: { contract: "at-once" } })
    else expect(signed.error.kind).toBe("replaced")
    expect(first.status).toBe(signed.ok ? "signed" : "replaced")
  })

  test("and whose dates have changed is not signed either, before any job has run", async () => {
    const { booking, contract, secret } = await sent(camille)
    const change = { change: { days: ["2027-06-19"] as const }, shownTotal: 25_000, message: null }
    expect((await editBooking(camille, booking.id, { ...change, seen: await bookingVersion(booking.id) }, at)).ok).toBe(
      true,
    )
    expect(await signContract(byLink(secret), formOf(contract), visit, at)).toMatchObject({
      error: { kind: "replaced", contract: { version: 2 } },
    })
  })

  test("a change that waits beside a signed version is replaced too, and what was signed stays in force", async () => {
    const { booking, contract, secret } = await sent(camille)
    expect((await signContract(byLink(secret), formOf(contract), visit, hours(1))).ok).toBe(true)
    expect(await discountOf50(booking.id)).toMatchObject({ value: { contract: "later" } })
    await contractJob(booking.id, minutes(2, at))
    const change = await contractAt(booking.id, 2)
    expect(await discountOf50(booking.id, minutes(3, at))).toMatchObject({ value: { contract: "at-once" } })
    const fresh = await lastSecret()
    expect(await signContract(byLink(fresh), formOf(change), visit, minutes(4, at))).toMatchObject({
      error: { kind: "replaced", contract: { version: 3, total: 15_000 } },
    })
    expect((await instalmentsOf(booking.id)).map(({ amount }) => amount)).toEqual([7_500, 17_500])
  })

  test("is replaced by the one who wants to sign it, whatever had changed the booking", async () => {
    const { booking, contract, secret } = await sent(camille)
    await db.update(bookings).set({ photoPackQuantity: 36 }).where(eq(bookings.id, booking.id))
    expect(await signContract(byLink(secret), formOf(contract), visit, at)).toMatchObject({
      error: { kind: "replaced", contract: { version: 2, status: "prepared" } },
    })
    expect(await contractJob(booking.id, at)).toBe("version 2 sent")
  })
})

test("a version that was signed before it was typeset has both of its documents once it is sealed", async () => {
  const { booking, secret } = await sent(camille)
  await discountOf50(booking.id)
  const second = await contractAt(booking.id, 2)
  expect((await signContract(byLink(secret), formOf(second), visit, at)).ok).toBe(true)
  expect(await contractJob(booking.id, minutes(1, at))).toBe("as signed")
  expect(await sealContract({ contractId: second.id }, minutes(1, at))).toBe("sealed")
  const { pdfKey, sealedKey } = await contractAt(booking.id, 2)
  expect([pdfKey, sealedKey]).not.toContain(null)
  await expect(lastSecret()).resolves.toBe(secret)
})
