/** Phones open their own map app for this URL. */
export function directionsHref(address: string): string {
  const params = new URLSearchParams({ api: "1", destination: address })
  return `https://www.google.com/maps/dir/?${params}`
}
