import { expect, test } from "vitest"
import { bookingSubjects } from "../booking/acts.ts"
import { STOP_AFTER_HOURS, nextAttempt, webhookKindLabels, webhookKindOf, webhookKinds } from "./kinds.ts"

/** The webhook vocabulary is a contract with other programs: no act may change its kind. */
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

test("each webhook kind covers exactly its acts", () => {
  const actsOfKind = (kind: string) =>
    Object.keys(bookingSubjects)
      .filter((action) => webhookKindOf(action) === kind)
      .map((action) => action.replace("booking.", ""))
      .toSorted()
  expect(Object.fromEntries(webhookKinds.map((kind) => [kind, actsOfKind(kind)]))).toEqual(actsByKind)
})

test("internal acts and unknown names have no webhook kind", () => {
  for (const act of ["booking.noted", "booking.payment-unwanted", "booking.unit-moved", "person.feed-made", "toString"])
    expect(webhookKindOf(act)).toBeNull()
})

test("each webhook kind has its sentence", () => {
  expect(Object.keys(webhookKindLabels)).toEqual([...webhookKinds])
  expect(Object.values(webhookKindLabels).filter((label) => label.trim() === "")).toEqual([])
})

test("retries grow further apart, and the last one ends the configured waiting time", () => {
  const first = new Date("2027-06-11T17:00:00Z")
  const minutes: number[] = []
  let at = first
  for (let tries = 1; ; tries++) {
    const next = nextAttempt(tries, at)
    if (!next) break
    minutes.push((next.getTime() - at.getTime()) / 60_000)
    at = next
  }
  expect(minutes).toEqual([1, 5, 30, 120, 300, 600, 840, 1200, 1200])
  expect(Math.floor((at.getTime() - first.getTime()) / 3_600_000)).toBe(STOP_AFTER_HOURS)
})
