import { describe, expect, test } from "vitest"
import { isPublicAddress } from "./public-address.ts"

describe("a public Internet address", () => {
  test.each([
    "8.8.8.8",
    "172.15.255.255",
    "172.32.0.1",
    "100.63.255.255",
    "193.0.0.1",
    "2606:4700::1111",
    "2a01:e0a::1",
  ])("the address %s is public", (address) => expect(isPublicAddress(address)).toBe(true))

  test.each([
    "127.0.0.1",
    "127.255.0.9",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "169.254.169.254",
    "100.100.100.200",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "fc00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:8.8.8.8",
    "0:0:0:0:0:ffff:7f00:1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001::1",
    "2001:db8::1",
    "localhost",
    "",
  ])("the address %s is not public", (address) => expect(isPublicAddress(address)).toBe(false))
})
