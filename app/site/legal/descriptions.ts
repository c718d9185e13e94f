import { isElidedBefore } from "../../../domain/of-name.ts"
import type { LegalPage } from "../../../domain/content/legal-pages.ts"

/**
 * What each legal page says of itself to search engines, in one sentence of at most 155 characters. Nothing in it can
 * become false when the owner edits the text: only what the page is about.
 */
export function legalDescription(page: LegalPage, companyName: string): string {
  return sentences[page](companyName)
}

/** No "de" before the name, which may begin with a vowel. */
const sentences: Readonly<Record<LegalPage, (companyName: string) => string>> = {
  "mentions-legales": (name) =>
    `Qui édite et qui héberge ce site\u00a0: ${name}, ses coordonnées, son immatriculation et le responsable de la publication.`,
  cgv: (name) =>
    `Réservation, prix, livraison, caution, rétractation et annulation\u00a0: les conditions auxquelles ${name} loue son matériel.`,
  terms: (name) =>
    `Compte, accès partagés, dates gardées et bon usage\u00a0: les règles du site ${that(name)} met à votre disposition.`,
  privacy: (name) =>
    `Quelles données personnelles ${name} utilise, pourquoi, combien de temps, avec qui, et quels sont vos droits.`,
  cookies: () =>
    "Les cookies du site, à quoi ils servent, combien de temps ils durent, et le moyen de les refuser aussi simplement que de les accepter.",
  rgpd: (name) =>
    `Consulter, corriger, emporter ou effacer vos données\u00a0: comment exercer vos droits, et dans quel délai ${name} vous répond.`,
  "data-protection": (name) =>
    `Comment ${name} protège vos données\u00a0: les mesures prises, les prestataires, et ce qui est fait en cas d’incident.`,
  accessibility: (name) =>
    `Où en est l’accessibilité du site ${that(name)} vous propose, ce qui reste à améliorer, et à qui signaler une difficulté.`,
}

/** "que Guinguette", "qu’Anim’Fêtes". */
function that(name: string): string {
  return isElidedBefore(name) ? `qu’${name}` : `que ${name}`
}
