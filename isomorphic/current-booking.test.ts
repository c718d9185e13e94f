import { expect, test } from "vitest"
import { storedBookingOwner } from "./current-booking.ts"

test("a copy of a booking names its owner, and an invalid copy nobody", () => {
  expect(storedBookingOwner('{"ownerId":"7f","total":1}')).toBe("7f")
  for (const text of [null, "", "null", "[]", "{}", "{", '"7f"', '{"ownerId":7}'])
    expect(storedBookingOwner(text)).toBeNull()
})
