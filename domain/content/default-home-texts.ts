export const defaultHomeTexts = {
  heroTitle: "Capturez vos moments magiques",
  heroDescription: "Location de photobooths premium pour vos événements",
} as const

export function companyLine(site: { siteDescription: string | null; heroDescription: string | null }): string {
  const text = site.siteDescription?.trim() || site.heroDescription?.trim() || defaultHomeTexts.heroDescription
  return /[.!?…]$/.test(text) ? text : `${text}.`
}
