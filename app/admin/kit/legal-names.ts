/** Default titles by URL segment. */
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
