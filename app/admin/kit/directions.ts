/** The way to an address, written as one line: opens the telephone's own map, or the map's site. */
export function directionsHref(address: string): string {
  const asked = new URLSearchParams({ api: "1", destination: address })
  return `https://www.google.com/maps/dir/?${asked}`
}
