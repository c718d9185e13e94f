import { describe, expect, test } from "vitest"
import { bookingNow, placeConfirmedBooking, readEnd, placedAt, placeSignedBooking } from "../../tests/ends.ts"
import { createBookingLink, type LinkPurpose } from "../access/capability-links.ts"
import { transaction } from "../platform/database.server.ts"
import { cancelByLink, requestCancellationCode, readCancellation } from "./cancel-by-link.ts"
import { requestWithdrawalCode, withdrawByLink } from "./withdraw-by-link.ts"
import type { MailName } from "../platform/mail/mails.ts"
import { readMailOrders } from "../../tests/harness/jobs.ts"

const visit = { address: "203.0.113.7", userAgent: "Firefox" }
const inMay = (minutes: number) => new Date(Date.parse("2027-05-23T09:00:00Z") + minutes * 60_000)

const linkTo = (booking: Parameters<typeof createBookingLink>[1]["booking"], purpose: LinkPurpose) =>
  transaction((tx) => createBookingLink(tx, { booking, purpose, at: placedAt })).then(({ secret }) => secret)

async function mailedCode(template: MailName = "cancellation-code"): Promise<string> {
  const mail = (await readMailOrders<{ token: string }>(template)).at(-1)
  if (!mail) throw new Error("No code was mailed")
  return mail.data.token
}

describe("a customer without a password (D68)", () => {
  test("the customer reads the fee and cancels a signed booking by a mailed link and a code", async () => {
    const { booking, customer } = await placeSignedBooking({ paid: 25_000 })
    const secret = await linkTo(booking, "read")
    const read = await readCancellation(secret, inMay(0))
    expect(read).toMatchObject({ value: { preview: { value: { settlement: { retained: 12_500, refund: 12_500 } } } } })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")

    const figures = { retained: 12_500, refund: 12_500 }
    expect(await cancelByLink(secret, { code: "", expected: figures }, visit, inMay(1))).toMatchObject({
      error: { kind: "ended-code" },
    })
    expect((await requestCancellationCode(secret, visit, inMay(1))).ok).toBe(true)
    const code = await mailedCode()
    const wrong = code === "000000" ? "000001" : "000000"
    expect(await cancelByLink(secret, { code: wrong, expected: figures }, visit, inMay(2))).toMatchObject({
      error: { kind: "wrong-code", left: 4 },
    })
    // A mismatch with the figures that were read still uses the code up.
    expect(
      await cancelByLink(secret, { code, expected: { retained: 0, refund: 25_000 } }, visit, inMay(3)),
    ).toMatchObject({
      error: { kind: "settlement-changed" },
    })
    expect((await cancelByLink(secret, { code, expected: figures, reason: "Reporté" }, visit, inMay(4))).ok).toBe(true)
    expect(await readEnd(booking.id)).toMatchObject([
      {
        kind: "cancelled_by_customer",
        kept: 12_500,
        refund: 12_500,
        indemnity: 0,
        by: customer.id,
        reason: "Reporté",
      },
    ])
    expect((await cancelByLink(secret, { code, expected: figures }, visit, inMay(5))).ok).toBe(false)
    expect(await readEnd(booking.id)).toHaveLength(1)
  })

  test("the customer withdraws an unsigned booking by its link alone: nothing is owed", async () => {
    const { booking } = await placeConfirmedBooking()
    const secret = await linkTo(booking, "sign")
    expect((await cancelByLink(secret, { code: "", expected: { retained: 0, refund: 0 } }, visit, placedAt)).ok).toBe(
      true,
    )
    expect(await readEnd(booking.id)).toMatchObject([{ kind: "cancelled_by_customer", kept: 0 }])
  })

  test("a code serves one purpose: one to withdraw does not cancel, and vice versa", async () => {
    const { booking } = await placeSignedBooking()
    const secret = await linkTo(booking, "read")
    const at = new Date(placedAt.getTime() + 60_000)
    await requestWithdrawalCode(secret, visit, at)
    const toWithdraw = await mailedCode("withdrawal-code")
    const figures = { retained: 0, refund: 0 }
    expect(await cancelByLink(secret, { code: toWithdraw, expected: figures }, visit, at)).toMatchObject({
      error: { kind: "wrong-code" },
    })
    await requestCancellationCode(secret, visit, at)
    expect(await withdrawByLink(secret, await mailedCode(), visit, at)).toMatchObject({ error: { kind: "wrong-code" } })
    expect((await bookingNow(booking.id))?.status).toBe("confirmed")
  })

  test.each(["pay", "deposit", "insurance"] as const)("a link made to %s does not cancel", async (purpose) => {
    const { booking } = await placeConfirmedBooking()
    const secret = await linkTo(booking, purpose)
    expect(await readCancellation(secret, placedAt)).toMatchObject({ error: { kind: "unknown-link" } })
  })
})
