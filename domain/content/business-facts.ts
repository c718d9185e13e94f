/** What every page and search engine is told of the business (specification, section 9). */

/** Every day of the week, Paris time. */
export const openingHours = { opens: "09:00", closes: "19:00" } as const

/** Around the middle of Paris. */
export const servedArea = { name: "Paris", latitude: 48.8566, longitude: 2.3522, radiusKm: 100 } as const

export const foundingYear = 2024

/** The second of four levels. */
export const priceRange = "€€"

/** "9 h", "9 h 30" from "09:00", "09:30". */
export function hourInLabel(time: string): string {
  const [hours = "", minutes = ""] = time.split(":")
  return `${Number(hours)}\u00A0h${minutes === "00" ? "" : `\u00A0${minutes}`}`
}
