import { expect, test } from "vitest"
import { afterUndoing, UNDO_OFFERED_FOR_SECONDS, UNDO_TAKEN_FOR_SECONDS } from "./undo-window.ts"

test("what can be undone is told a second after its last chance, which is long after its button has gone", () => {
  const doneAt = new Date("2027-06-11T17:00:00Z")
  expect(afterUndoing(doneAt)).toEqual(new Date("2027-06-11T17:01:01Z"))
  expect(UNDO_TAKEN_FOR_SECONDS).toBeGreaterThan(UNDO_OFFERED_FOR_SECONDS)
})
