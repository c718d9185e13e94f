import { expect, test } from "vitest"
import { transportSecurity } from "./security.ts"

test("HSTS lasts two years over https, and covers subdomains only where the operator allows it", () => {
  expect(transportSecurity({ secure: true, hstsSubDomains: false })).toEqual({
    "Strict-Transport-Security": "max-age=63072000",
  })
  expect(transportSecurity({ secure: true, hstsSubDomains: true })).toEqual({
    "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  })
  expect(transportSecurity({ secure: false, hstsSubDomains: true })).toEqual({})
})
