import { describe, expect, expectTypeOf, test } from "vitest"
import { type BookingId, type Id, type ProductId, isId, readId } from "./id.ts"

const id = "0b9c6c3e-1f2a-4b5c-8d7e-9f0a1b2c3d4e"

describe("an id", () => {
  test("an id is a UUID and nothing around it, in lower or upper case", () => {
    expect([id, id.toUpperCase(), "00000000-0000-0000-0000-000000000000"].every(isId)).toBe(true)
    expect(
      ["", "1001", `${id} `, ` ${id}`, `${id}0`, `${id}\n`, id.replace("0b", "0g"), id.replaceAll("-", "")].some(isId),
    ).toBe(false)
  })

  test("an id in a parameter is read; anything else is null", () => {
    expect([readId(id), readId("nonsense"), readId(""), readId(null)]).toEqual([id, null, null, null])
  })

  test("an untyped id fits any row, and a typed one no other kind of row", () => {
    expectTypeOf<Id>().toExtend<BookingId>()
    expectTypeOf<BookingId>().toExtend<Id>()
    expectTypeOf<BookingId>().not.toExtend<ProductId>()
    expectTypeOf<string>().not.toExtend<Id>()
  })
})
