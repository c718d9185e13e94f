import { BlockList, isIP } from "node:net"

const reservedIpv4: readonly [string, number][] = [
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

const reservedIpv6: readonly [string, number][] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
]

const reserved = new BlockList()
for (const [network, prefix] of reservedIpv4) reserved.addSubnet(network, prefix, "ipv4")
for (const [network, prefix] of reservedIpv6) reserved.addSubnet(network, prefix, "ipv6")

const globalUnicast = new BlockList()
globalUnicast.addSubnet("2000::", 3, "ipv6")

export function isPublicAddress(address: string): boolean {
  // `BlockList` would check a mapped address as its IPv4 address, so the mapped form is refused.
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, "ipv4")
    case 6:
      return !/^::ffff:/i.test(address) && globalUnicast.check(address, "ipv6") && !reserved.check(address, "ipv6")
    default:
      return false
  }
}
