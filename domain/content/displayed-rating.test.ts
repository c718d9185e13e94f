import { expect, test } from "vitest"
import { displayedRating } from "./displayed-rating.ts"

test.each([
  ["4.9 sur Google", 4.9],
  ["4,7 sur Google", 4.7],
  ["Noté 5 par nos clients", 5],
  ["0 sur Google", 0],
  ["4.2/5 (87 avis)", 4.2],
  ["4,5 sur 5 chez Google", 4.5],
  ["4.85 sur Google", 4.85],
  ["Google 4.9", 4.9],
  ["18 sur 20", 4.5],
  ["18 / 20 sur Avis", 4.5],
  ["9,2/10 sur Avis vérifiés", 4.6],
])("the rating « %s » has %d stars @K-rating", (label, stars) => {
  expect(displayedRating(label)).toBeCloseTo(stars, 10)
})

test.each([
  "Nos clients reviennent",
  "",
  "98 % de clients ravis",
  "3 % d’annulations",
  "3% d’annulations",
  "18 sur 20.5",
  "87 avis sur Google",
  "12/10",
  "1/0",
  "0/0",
  "15 avis",
  "10.5.2",
])("the text « %s » is no rating", (label) => {
  expect(displayedRating(label)).toBeNull()
})
