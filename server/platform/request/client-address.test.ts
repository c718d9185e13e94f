import { expect, test } from "vitest"
import { addressGroup, clientAddress } from "./client-address.ts"

test("attempts are counted per IPv4 address, or per network of an IPv6 one", () => {
  expect(addressGroup("203.0.113.7")).toBe("203.0.113.7")
  expect(addressGroup("::ffff:203.0.113.7")).toBe("203.0.113.7")
  expect(addressGroup("2001:DB8:1:2:3:4:5:6")).toBe("2001:db8:1:2::/64")
  expect(addressGroup("2001:db8:1:2::9")).toBe(addressGroup("2001:0db8:0001:0002:ffff::1"))
  expect(addressGroup("2001:db8::9")).toBe("2001:db8:0:0::/64")
  expect(addressGroup("::1")).toBe("0:0:0:0::/64")
  expect(addressGroup("unknown")).toBe("unknown")
})

test("an invalid address counts as unknown", () => {
  const request = (address?: string) =>
    new Request("http://localhost/", { headers: address ? { "x-client-address": address } : {} })
  expect(clientAddress(request("203.0.113.7"))).toBe("203.0.113.7")
  expect(clientAddress(request("; drop table"))).toBe("unknown")
  expect(clientAddress(request())).toBe("unknown")
})
