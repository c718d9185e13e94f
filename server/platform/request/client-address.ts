import { isIPv4, isIPv6 } from "node:net"

/** Written by our web server, which drops the client's own. */
const header = "x-client-address"

export function clientAddress(request: Request): string {
  const address = request.headers.get(header)?.trim() ?? ""
  return isIPv4(address) || isIPv6(address) ? address : "unknown"
}

/** IPv6 counts by /64, since a subscriber owns all of it. */
export function addressGroup(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!isIPv6(address)) return address
  return `${firstGroups(address).join(":")}::/64`
}

function firstGroups(address: string): string[] {
  const [head = "", tail] = (address.split("%")[0] ?? "").split("::")
  const left = head.split(":").filter(Boolean)
  const right = tail?.split(":").filter(Boolean) ?? []
  const missing = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length)
  const groups = [...left, ...Array<string>(missing).fill("0"), ...right]
  return groups.slice(0, 4).map((group) => Number.parseInt(group, 16).toString(16))
}
