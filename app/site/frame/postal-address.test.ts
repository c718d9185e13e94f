import { expect, test } from "vitest"
import { parsePostalAddress, postalLines } from "./postal-address.ts"

test.each([
  "8 quai de la Marne, 94340 Joinville-le-Pont",
  "8 quai de la Marne\n94340 Joinville-le-Pont",
  "8 quai de la Marne  94340 Joinville-le-Pont, France",
])("an address is formatted as on an envelope: %s", (text) => {
  expect(parsePostalAddress(text)).toEqual({
    street: "8 quai de la Marne",
    zipCode: "94340",
    city: "Joinville-le-Pont",
  })
  expect(postalLines(text)).toEqual(["8 quai de la Marne", "94340 Joinville-le-Pont"])
})

test("an address in another format stays as it was written", () => {
  expect(parsePostalAddress("Place de la Bastille, Paris")).toBeNull()
  expect(postalLines("Place de la Bastille, Paris")).toEqual(["Place de la Bastille", "Paris"])
  expect(postalLines("")).toEqual([])
})
