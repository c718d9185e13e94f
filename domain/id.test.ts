import { describe, expect, expectTypeOf, test } from "vitest"
import { type BookingId, type Id, type ProductId, isId, readId } from "./id.ts"

const id = "0b9c6c3e-1f2a-4b5c-8d7e-9f0a1b2c3d4e"

describe("an id", () => {
  test("is a UUID and nothing around it, in small letters or capitals", () => {
    expect([id, id.toUpperCase(), "00000000-0000-0000-0000-000000000000"].every(isId)).toBe(true)
    expect(
      ["", "1001", `${id} `, ` ${id}`, `${id}0`, `${id}\n`, id.replace("0b", "0g"), id.replaceAll("-", "")].some(isId),
    ).toBe(false)
  })

  test("that a parameter names is read; anything else is none", () => {
    expect([readId(id), readId("nonsense"), readId(""), readId(null)]).toEqual([id, null, null, null])
  })

  test("passes for any row's where nobody knows of what it is, and not for another's where it is known", () => {
    expectTypeOf<Id>().toExtend<BookingId>()
    expectTypeOf<BookingId>().toExtend<Id>()
    expectTypeOf<BookingId>().not.toExtend<ProductId>()
    expectTypeOf<string>().not.toExtend<Id>()
  })
})
