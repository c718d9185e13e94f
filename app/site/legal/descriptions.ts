import { startsWithVowelSound } from "../../../domain/elision.ts"
import type { LegalPage } from "../../../domain/content/legal-pages.ts"

/** At most 155 characters, and nothing that the owner's edits could make false. */
export function legalDescription(page: LegalPage, companyName: string): string {
  return sentences[page](companyName)
}

/** Avoids "de" before the name, which may begin with a vowel. */
const sentences: Readonly<Record<LegalPage, (companyName: string) => string>> = {
  "mentions-legales": (name) =>
    `Qui édite et qui héberge ce site\u00a0: ${name}, ses coordonnées, son immatriculation et le responsable de la publication.`,
  cgv: (name) =>
    `Réservation, prix, livraison, caution, rétractation et annulation\u00a0: les conditions auxquelles ${name} loue son matériel.`,
  terms: (name) =>
    `Compte, accès partagés, dates gardées et bon usage\u00a0: les règles du site ${withQue(name)} met à votre disposition.`,
  privacy: (name) =>
    `Quelles données personnelles ${name} utilise, pourquoi, combien de temps, avec qui, et quels sont vos droits.`,
  cookies: () => "Les cookies du site\u00a0: à quoi ils servent, leur durée, et comment les refuser.",
  rgpd: (name) =>
    `Consulter, corriger, emporter ou effacer vos données\u00a0: comment exercer vos droits, et dans quel délai ${name} vous répond.`,
  "data-protection": (name) =>
    `Comment ${name} protège vos données\u00a0: les mesures prises, les prestataires, et ce qui est fait en cas d’incident.`,
  accessibility: (name) =>
    `Où en est l’accessibilité du site ${withQue(name)} vous propose, ce qui reste à améliorer, et à qui signaler une difficulté.`,
}

/** "que Guinguette", "qu’Anim’Fêtes". */
function withQue(name: string): string {
  return startsWithVowelSound(name) ? `qu’${name}` : `que ${name}`
}
