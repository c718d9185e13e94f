/** RFC 6761, 6762 and 8375, and common router names. */
const localName = /(^|\.)(localhost|localdomain|local|internal|intranet|lan|home|corp|home\.arpa)$/
const localNumber = /^(0|10|127)\.\d+\.\d+\.\d+$|^(169\.254|172\.(1[6-9]|2\d|3[01])|192\.168)\.\d+\.\d+$/

export function isPublicHost(host: string): boolean {
  const name = host.toLowerCase().replace(/\.$/, "")
  if (name.includes(":")) return !/^\[?(::|f[cdef])/.test(name)
  return name.includes(".") && !localName.test(name) && !localNumber.test(name)
}

export function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^\s<>"]+$/i.test(text) && URL.canParse(text) && isPublicHost(new URL(text).hostname)
}
