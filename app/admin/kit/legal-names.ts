/** The eight legal pages, by the last part of their address, until a text gives its own title. */
export const legalNames = {
  "mentions-legales": "Mentions légales",
  cgv: "Conditions générales de vente",
  terms: "Conditions d’utilisation",
  privacy: "Politique de confidentialité",
  "data-protection": "Protection des données",
  rgpd: "Vos droits (RGPD)",
  cookies: "Cookies",
  accessibility: "Déclaration d’accessibilité",
} as const

export type LegalName = keyof typeof legalNames
export const legalOrder = Object.keys(legalNames) as LegalName[]
