import { expect, test } from "vitest"
import { answerProblemMessage, distanceProblemMessage } from "./answer-messages.server.ts"

const now = new Date("2027-06-10T12:00:00Z")
const twoMinutesAgo = new Date("2027-06-10T11:58:00Z")
const plain = (text: string) => text.replaceAll("\u00a0", " ")

test("the second administrator reads who was faster, when, and that nothing changed @S-status-second", () => {
  const message = answerProblemMessage(
    { kind: "not-possible", from: "confirmed", to: "refused", lastChange: { by: "Camille", at: twoMinutesAgo } },
    now,
  )
  expect(message.kind).toBe("error")
  expect(plain(message.title)).toBe("Déjà confirmée par Camille, il y a 2 min")
  expect(message.text).toBe("Rien n’a été changé.")
})

test("a change caused by a deadline reads as automatic", () => {
  const message = answerProblemMessage(
    { kind: "not-possible", from: "refused", to: "confirmed", lastChange: { by: "", at: twoMinutesAgo } },
    now,
  )
  expect(plain(message.title)).toBe("Déjà refusée automatiquement, il y a 2 min")
})

test("a booking that cannot be restored says that its dates are booked", () => {
  expect(answerProblemMessage({ kind: "days-taken", days: [], by: [] }, now).title).toBe(
    "Ces dates ne sont plus libres",
  )
})

test("the second of two distance edits reads the first", () => {
  const message = distanceProblemMessage({ kind: "changed", distanceKm: 24, by: "Camille", at: twoMinutesAgo }, now)
  expect(plain(message.title)).toBe("Déjà indiquée par Camille, il y a 2 min : 24 km")
})

test("a distance beyond the owner's limit names the limit", () => {
  expect(plain(distanceProblemMessage({ kind: "too-far", distanceKm: 300, maximumKm: 200 }, now).title)).toContain(
    "200 km aller-retour",
  )
})
