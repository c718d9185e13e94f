import { expect, test } from "vitest"
import { sql } from "drizzle-orm"
import { bookingNow, readEnd, readMails, placedAt, placeSignedBooking } from "../../tests/ends.ts"
import { createBookingLink, type LinkPurpose } from "../access/capability-links.ts"
import { policies, throttle } from "../accounts/auth/throttle.ts"
import { db, transaction } from "../platform/database.server.ts"
import { requestWithdrawalCode, readWithdrawal, withdrawByLink } from "./withdraw-by-link.ts"
import { clearJobs, readMailOrders } from "../../tests/harness/jobs.ts"

const visit = { address: "203.0.113.7", userAgent: "Firefox" }
const later = (minutes: number) => new Date(placedAt.getTime() + minutes * 60_000)

async function linked(purpose: LinkPurpose, ...args: Parameters<typeof placeSignedBooking>) {
  const made = await placeSignedBooking(...args)
  const { secret } = await transaction((tx) => createBookingLink(tx, { booking: made.booking, purpose, at: placedAt }))
  return { ...made, secret }
}

async function mailedCode(): Promise<string> {
  const mail = (await readMailOrders<{ token: string }>("withdrawal-code")).at(-1)
  if (!mail) throw new Error("No code was mailed")
  return mail.data.token
}

test.each(["read", "sign"] as const)(
  "a customer with a link to %s and access to the mail withdraws without a password (D33)",
  async (purpose) => {
    const { booking, customer, secret } = await linked(purpose, { paid: 25_000 })
    const read = await readWithdrawal(secret, later(1))
    expect(read).toMatchObject({
      ok: true,
      value: { preview: { ok: true, value: { settlement: { refund: 25_000 } } } },
    })
    await clearJobs("send-mail")
    expect(await requestWithdrawalCode(secret, visit, later(2))).toMatchObject({ ok: true })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
    const code = await mailedCode()
    const wrong = code === "000000" ? "000001" : "000000"
    expect(await withdrawByLink(secret, wrong, visit, later(3))).toMatchObject({
      error: { kind: "wrong-code", left: 4 },
    })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
    expect(await withdrawByLink(secret, code, visit, later(4))).toMatchObject({ ok: true })
    expect(await readEnd(booking.id)).toMatchObject([{ kind: "withdrawn", refund: 25_000, by: customer.id }])
    const acknowledgement = (await readMails(booking.id)).find(({ template }) => template === "withdrawal-received")
    // The code proved the address, so the acknowledgement may repeat the whole declaration.
    expect(acknowledgement?.data.extra).toMatchObject({ addressProved: true })
    expect((await withdrawByLink(secret, code, visit, later(4))).ok).toBe(false)
    expect(await readEnd(booking.id)).toHaveLength(1)
  },
)

test("a code is valid for ten minutes and five tries, and not for signing", async () => {
  const { secret } = await linked("read")
  await requestWithdrawalCode(secret, visit, later(2))
  const code = await mailedCode()
  expect(await withdrawByLink(secret, code, visit, later(13))).toMatchObject({ error: { kind: "ended-code" } })
})

test("a payment link, an expired link and a business's link cannot withdraw", async () => {
  const paying = await linked("pay")
  expect(await readWithdrawal(paying.secret, later(1))).toMatchObject({ error: { kind: "unknown-link" } })
  const { secret, booking } = await linked("read")
  await db.execute(sql`update booking_links set revoked_at = now() where booking_id = ${booking.id}`)
  expect(await requestWithdrawalCode(secret, visit, later(1))).toMatchObject({ error: { kind: "ended-link" } })
  expect(await withdrawByLink("0".repeat(36), "123456", visit, later(1))).toMatchObject({
    error: { kind: "unknown-link" },
  })
  const business = await linked("read", { client: { clientType: "business" } })
  expect(await requestWithdrawalCode(business.secret, visit, later(1))).toMatchObject({
    error: { kind: "no-right", right: { kind: "none" } },
  })
})

test("codes to withdraw are counted per contract, and block neither another signature nor its withdrawal", async () => {
  const { secret, customer } = await linked("read")
  const replies = []
  for (let time = 0; time < 7; time++) replies.push(await requestWithdrawalCode(secret, visit, later(2)))
  expect(replies.filter(({ ok }) => ok).length).toBeLessThan(7)
  expect(replies.at(-1)).toMatchObject({ ok: false, error: { kind: "wait" } })
  const signing = await throttle(customer.id, policies.signingCodeRecipient, later(2))
  expect(signing.allowed).toBe(true)
  const other = await linked("read")
  expect(await requestWithdrawalCode(other.secret, visit, later(2))).toMatchObject({ ok: true })
})
