import { describe, expect, test } from "vitest"
import { mayBook, permissionsLabel, sharingPermissionHints } from "./sharing.ts"

describe("the permissions of a grant", () => {
  test("the permissions are listed in one order, whatever the stored order @K-sharing", () => {
    expect(permissionsLabel(["view"])).toBe("voir")
    expect(permissionsLabel(["book"])).toBe("voir et réserver")
    expect(permissionsLabel(["book", "view"])).toBe("voir et réserver")
  })

  test("a grant books with `book` and never with `view` alone", () => {
    expect([mayBook(["view"]), mayBook(["book"]), mayBook(["view", "book"]), mayBook([])]).toEqual([
      false,
      true,
      true,
      false,
    ])
  })
})

test("the booking permission includes reading: `book` never comes without `view` (D55)", () => {
  expect(sharingPermissionHints.view).toContain("Lire vos réservations, contrats et factures")
  expect(sharingPermissionHints.book).toMatch(/^Voir vos réservations, en faire/)
})
