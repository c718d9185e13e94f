import { expect, test } from "vitest"
import { openRequestsRefusal } from "./open-requests.ts"

const open = { requests: 0, days: 0, recent: 0, hasConfirmed: false, emailVerified: true }

test("twenty requests and sixty days may be pending, until one is confirmed @K-open-requests", () => {
  expect(openRequestsRefusal({ ...open, requests: 19, days: 59 }, 1)).toBeNull()
  expect(openRequestsRefusal({ ...open, requests: 20 }, 1)).toEqual({ kind: "too-many-open", max: 20 })
  expect(openRequestsRefusal({ ...open, requests: 3, days: 59 }, 2)).toEqual({
    kind: "too-many-open-days",
    max: 60,
    waiting: 59,
  })
  expect(openRequestsRefusal({ ...open, requests: 40, days: 90, hasConfirmed: true }, 2)).toBeNull()
})

test("a sixth request requires a verified address, whatever was confirmed", () => {
  expect(openRequestsRefusal({ ...open, requests: 4, recent: 4, emailVerified: false }, 1)).toBeNull()
  const refused = { kind: "email-unverified", max: 5 }
  expect(openRequestsRefusal({ ...open, requests: 5, recent: 5, emailVerified: false }, 1)).toEqual(refused)
  expect(openRequestsRefusal({ ...open, requests: 5, recent: 5, emailVerified: false, hasConfirmed: true }, 1)).toEqual(
    refused,
  )
  // Withdrawn and sent again, requests are still mails to the same address.
  expect(openRequestsRefusal({ ...open, requests: 1, recent: 5, emailVerified: false }, 1)).toEqual(refused)
  expect(openRequestsRefusal({ ...open, requests: 1, recent: 5 }, 1)).toBeNull()
})

test("requests sent together count together: all of them pass, or none (D13)", () => {
  expect(openRequestsRefusal({ ...open, requests: 17 }, 3, 3)).toBeNull()
  expect(openRequestsRefusal({ ...open, requests: 18 }, 3, 3)).toEqual({ kind: "too-many-open", max: 20 })
  expect(openRequestsRefusal({ ...open, requests: 2, recent: 2, emailVerified: false }, 3, 3)).toBeNull()
  expect(openRequestsRefusal({ ...open, requests: 3, recent: 3, emailVerified: false }, 3, 3)).toEqual({
    kind: "email-unverified",
    max: 5,
  })
})
