import { expect, test } from "vitest"
import { transportSecurity } from "./security.ts"

test("https is asked for two years by who has it, for its subdomains only where the operator says so", () => {
  expect(transportSecurity({ secure: true, hstsSubDomains: false })).toEqual({
    "Strict-Transport-Security": "max-age=63072000",
  })
  expect(transportSecurity({ secure: true, hstsSubDomains: true })).toEqual({
    "Strict-Transport-Security": "max-age=63072000; includeSubDomains",
  })
  expect(transportSecurity({ secure: false, hstsSubDomains: true })).toEqual({})
})
