import { expect, test } from "vitest"
import { STOP_AFTER_HOURS, nextTry, webhookKindLabels, webhookKindOf, webhookKinds } from "./kinds.ts"

test.each([
  ["booking.placed", "booking.requested"],
  ["booking.confirmed", "booking.confirmed"],
  ["booking.expired", "booking.refused"],
  ["booking.withdrawn", "booking.cancelled"],
  ["booking.left-unsigned", "booking.cancelled"],
  ["booking.refusal-undone", "booking.reopened"],
  ["booking.hours-set", "booking.changed"],
  ["booking.contract-handed-over", "contract.sent"],
  ["booking.contract-signed", "contract.signed"],
  ["booking.payment-recorded", "payment.recorded"],
  ["booking.payment-corrected", "payment.corrected"],
  ["booking.payment-disputed", "payment.disputed"],
  ["booking.refund-noticed", "refund.made"],
  ["booking.refund-failed", "refund.failed"],
  ["booking.deposit-received", "deposit.held"],
  ["booking.deposit-released", "deposit.released"],
  ["booking.deposit-kept", "deposit.kept"],
  ["booking.invoiced", "invoice.issued"],
])("%s is told as %s", (act, kind) => {
  expect(webhookKindOf(act)).toBe(kind)
})

test("what concerns nobody outside is not told, nor what is no act", () => {
  for (const act of ["booking.noted", "booking.payment-unwanted", "booking.unit-moved", "person.feed-made", "toString"])
    expect(webhookKindOf(act)).toBeNull()
})

test("each word has its sentence", () => {
  expect(Object.keys(webhookKindLabels)).toEqual([...webhookKinds])
  expect(Object.values(webhookKindLabels).filter((label) => label.trim() === "")).toEqual([])
})

test("tries come later each time, the last one as many hours after the first as an endpoint is waited for", () => {
  const first = new Date("2027-06-11T17:00:00Z")
  const minutes: number[] = []
  let at = first
  for (let tries = 1; ; tries++) {
    const next = nextTry(tries, at)
    if (!next) break
    minutes.push((next.getTime() - at.getTime()) / 60_000)
    at = next
  }
  expect(minutes).toEqual([1, 5, 30, 120, 300, 600, 840, 1200, 1200])
  expect(Math.floor((at.getTime() - first.getTime()) / 3_600_000)).toBe(STOP_AFTER_HOURS)
})
