import { BlockList, isIP } from "node:net"

/** Networks of IPv4 that are not the Internet's (IANA's registry of special-purpose addresses, RFC 6890). */
const reservedFour: readonly [string, number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
]

/** Within what is given out at all: tunnels, which may end at an IPv4 of ours, protocol assignments, documentation. */
const reservedSix: readonly [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]

const reserved = new BlockList()
for (const [network, prefix] of reservedFour) reserved.addSubnet(network, prefix, "ipv4")
for (const [network, prefix] of reservedSix) reserved.addSubnet(network, prefix, "ipv6")

/** All that is given out of IPv6. Loopback, link-local, unique local and IPv4-mapped addresses lie outside of it. */
const givenOut = new BlockList()
givenOut.addSubnet("2000::", 3, "ipv6")

/** True of an address of the Internet; false of this machine, its networks, a cloud's metadata, and of what is no address. */
export function isPublicAddress(address: string): boolean {
  // A mapped address would be compared as the IPv4 inside of it: none is ever needed.
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, "ipv4")
    case 6:
      return !/^::ffff:/i.test(address) && givenOut.check(address, "ipv6") && !reserved.check(address, "ipv6")
    default:
      return false
  }
}
