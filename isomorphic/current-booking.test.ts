import { expect, test } from "vitest"
import { ownerOfCopy } from "./current-booking.ts"

test("a copy of a booking names its owner, and what is none names nobody", () => {
  expect(ownerOfCopy('{"ownerId":"7f","total":1}')).toBe("7f")
  for (const text of [null, "", "null", "[]", "{}", "{", '"7f"', '{"ownerId":7}']) expect(ownerOfCopy(text)).toBeNull()
})
