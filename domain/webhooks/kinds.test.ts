import { expect, test } from "vitest"
import { bookingSubjects } from "../booking/acts.ts"
import { STOP_AFTER_HOURS, nextTry, webhookKindLabels, webhookKindOf, webhookKinds } from "./kinds.ts"

/** What other programs are told, by the words that they know: a promise to them, of which no act is moved. */
const actsByKind: Record<string, string[]> = {
  "booking.requested": ["placed"],
  "booking.confirmed": ["confirmed"],
  "booking.refused": ["expired", "refused"],
  "booking.cancelled": ["cancelled", "cancelled-by-customer", "left-unsigned", "withdrawn"],
  "booking.reopened": ["cancellation-undone", "confirmation-undone", "refusal-undone", "restored"],
  "booking.changed": [
    "change-lapsed",
    "delivery-left",
    "delivery-taken-over",
    "distance-set",
    "edited",
    "hours-set",
    "price-adjusted",
    "price-adjustment-removed",
  ],
  "contract.sent": ["contract-handed-over", "contract-sent"],
  "contract.signed": ["contract-signed"],
  "payment.recorded": ["payment-recorded"],
  "payment.corrected": ["payment-corrected"],
  "payment.disputed": ["payment-disputed"],
  "refund.made": ["refund-noticed", "refunded"],
  "refund.failed": ["refund-failed"],
  "deposit.held": ["deposit-held", "deposit-received"],
  "deposit.released": ["deposit-released"],
  "deposit.kept": ["deposit-kept"],
  "invoice.issued": ["invoiced"],
}

test("each word tells of its acts and of no other", () => {
  const actsOf = (kind: string) =>
    Object.keys(bookingSubjects)
      .filter((action) => webhookKindOf(action) === kind)
      .map((action) => action.replace("booking.", ""))
      .toSorted()
  expect(Object.fromEntries(webhookKinds.map((kind) => [kind, actsOf(kind)]))).toEqual(actsByKind)
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
