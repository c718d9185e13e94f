/** What every page and search engine is told of the business (specification, section 9). */

/** Every day of the week, Paris time: what the specification says, and the demonstration. */
export const openingHours = { opens: "09:00", closes: "19:00" } as const

export type OpeningHours = { opens: string; closes: string }

/** The hours that the owner has given; null while one is missing, or when the shop would close before it opens. */
export function openingHoursOf({
  opensAt,
  closesAt,
}: {
  opensAt: string | null
  closesAt: string | null
}): OpeningHours | null {
  return opensAt !== null && closesAt !== null && opensAt < closesAt ? { opens: opensAt, closes: closesAt } : null
}

/** Around the middle of Paris. */
export const servedArea = { name: "Paris", latitude: 48.8566, longitude: 2.3522, radiusKm: 100 } as const

export const foundingYear = 2024

/** The second of four levels. */
export const priceRange = "€€"

/** "9 h", "9 h 30" from "09:00", "09:30". */
export function hourInLabel(time: string): string {
  const [hours, minutes] = time.split(":")
  return `${Number(hours)}\u00A0h${minutes === "00" ? "" : `\u00A0${minutes}`}`
}
