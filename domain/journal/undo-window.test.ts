import { expect, test } from "vitest"
import { undoEndsAt, UNDO_OFFERED_SECONDS, UNDO_ACCEPTED_SECONDS } from "./undo-window.ts"

test("an undo is reported a second after its deadline, long after its button has disappeared", () => {
  const doneAt = new Date("2027-06-11T17:00:00Z")
  expect(undoEndsAt(doneAt)).toEqual(new Date("2027-06-11T17:01:01Z"))
  expect(UNDO_ACCEPTED_SECONDS).toBeGreaterThan(UNDO_OFFERED_SECONDS)
})
