import { describe, expect, test } from "vitest"
import { mayBook, permissionsLabel } from "./sharing.ts"

describe("what a grant allows", () => {
  test("is said in one order, whatever the order in which it is kept @K-sharing", () => {
    expect(permissionsLabel(["view"])).toBe("voir")
    expect(permissionsLabel(["book"])).toBe("réserver")
    expect(permissionsLabel(["book", "view"])).toBe("voir et réserver")
  })

  test("books with `book` and never with `view` alone", () => {
    expect([mayBook(["view"]), mayBook(["book"]), mayBook(["view", "book"]), mayBook([])]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})
