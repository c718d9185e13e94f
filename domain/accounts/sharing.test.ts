import { describe, expect, test } from "vitest"
import { mayBook, permissionsLabel, sharingPermissionHints } from "./sharing.ts"

describe("what a grant allows", () => {
  test("is said in one order, whatever the order in which it is kept @K-sharing", () => {
    expect(permissionsLabel(["view"])).toBe("voir")
    expect(permissionsLabel(["book"])).toBe("voir et réserver")
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

test("who ticks booking is told that it reads everything as well: `book` is never without (D55)", () => {
  expect(sharingPermissionHints.view).toContain("Lire vos réservations, contrats et factures")
  expect(sharingPermissionHints.book).toMatch(/^Lire les mêmes, réserver/)
})
