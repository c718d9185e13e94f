import { publishLegalText } from "../server/content/edit-legal.ts"
import { readLegalText } from "../server/content/legal.ts"
import { type LegalPage } from "../domain/content/legal-pages.ts"
import { log } from "../server/log.ts"
import { typesetLegal } from "./legal-texts.ts"

type Correction = { page: LegalPage; said: string; says: string }

/** Sentences that the house once wrote and that the product has since made untrue, as they stand in seed/legal now. */
export const corrections: readonly Correction[] = [
  {
    page: "cookies",
    said: "À ce jour, rien n’est mesuré. Votre choix vaut pour un compteur de pages vues que nous pourrions installer sur notre propre serveur, pour savoir ce qui est lu et ce qui ne l’est pas, sans qu’aucun tiers y ait accès. Si vous refusez, il ne vous comptera pas.",
    says: `Si vous l’acceptez, notre propre serveur compte les pages publiques que vous ouvrez : un total par page et par jour, et rien d’autre. Le compteur ne garde ni votre adresse IP, ni votre navigateur, ni la suite des pages que vous lisez. Il ne dépose aucun cookie, et aucun tiers n’y a accès. Nous savons ainsi ce qui est lu, jamais par qui. Les totaux sont effacés au bout de 25 mois.

Si vous refusez, tant que vous n’avez pas choisi, ou si votre navigateur demande de ne pas être suivi (Do Not Track, Global Privacy Control), rien n’est compté. Changer d’avis arrête le comptage aussitôt ; les totaux déjà faits ne se rattachent à personne.`,
  },
  {
    page: "cookies",
    said: "Si vous l’acceptez, le site pourra vous proposer au fil des pages d’être prévenu des nouveautés\u00a0; il ne le fait pas encore.",
    says: "Si vous l’acceptez, la page [Mon compte](/account) vous propose d’être prévenu des nouveautés, à l’adresse de votre compte.",
  },
  {
    page: "privacy",
    said: "| pages vues, sans suivi d’un site à l’autre |",
    says: "| nombre de vues de chaque page et de chaque jour, sans rien qui vous désigne |",
  },
  {
    page: "privacy",
    said: "| Cookies | 13 mois au plus ; votre choix, 6 mois |\n| Journal technique |",
    says: "| Cookies | 13 mois au plus ; votre choix, 6 mois |\n| Nombre de vues des pages | 25 mois |\n| Journal technique |",
  },
  {
    page: "cookies",
    said: "Changer d’avis arrête le compte aussitôt",
    says: "Changer d’avis arrête le comptage aussitôt",
  },
  {
    page: "cookies",
    said: `| cookiePreferences | se souvenir de votre choix sur cette page | 6 mois |
| current-booking (mémoire de l’onglet) |`,
    says: `| cookiePreferences | se souvenir de votre choix sur cette page | 6 mois |
| cookiePreferences (mémoire du navigateur) | le même choix, gardé en double sur votre appareil | jusqu’à ce que vous l’effaciez ; un nouveau choix remplace l’ancien |
| guinguette.wanted | vous proposer de vous connecter pour la page que vous demandiez | 60 secondes |
| current-booking (mémoire de l’onglet) |`,
  },
  {
    page: "cookies",
    said: `| Notices (mémoire du navigateur) | relire sans réseau une notice déjà ouverte | jusqu’à ce que vous l’effaciez |

## Mesure d’audience`,
    says: `| Notices (mémoire du navigateur) | relire sans réseau une notice déjà ouverte | jusqu’à ce que vous l’effaciez |
| guinguette.message (administrateurs) | dire à la page suivante ce qui vient d’être fait | 60 secondes |
| guinguette.recherche et guinguette.saisie (mémoire de l’onglet, administrateurs) | retrouver les dernières recherches ouvertes et ce qui est en cours de saisie | jusqu’à la fermeture de l’onglet |

## Mesure d’audience`,
  },
  {
    page: "privacy",
    said: "| Inscription aux nouveautés | jusqu’à votre désinscription |",
    says: "| Inscription aux nouveautés | jusqu’à votre désinscription, puis 3 ans comme preuve ; une adresse qui n’a pas été confirmée, 37 jours |",
  },
  {
    page: "privacy",
    said: "les versions précédentes restent consultables. Un changement important est annoncé aux personnes qui ont un compte.",
    says: "les versions précédentes restent consultables au bas de la page.",
  },
  {
    page: "terms",
    said: "Chaque version porte sa date ; les précédentes restent consultables. Un changement important vous est annoncé avant de s’appliquer si vous avez un compte ; si vous le refusez, vous pouvez supprimer celui-ci sans frais.",
    says: "Chaque version porte sa date et vaut à partir de celle-ci ; les précédentes restent consultables. Si un changement ne vous convient pas, vous pouvez supprimer votre compte sans frais.",
  },
  {
    page: "cookies",
    said: `| session_token (précédé du nom du site) | vous garder connecté, sans que les scripts puissent le lire | 7 jours sans visite, 30 jours au plus |
| cookiePreferences |`,
    says: `| session_token (précédé du nom du site) | vous garder connecté, sans que les scripts puissent le lire | 7 jours sans visite, 30 jours au plus |
| second_step (précédé du nom du site) | attendre le code de la double authentification, une fois le mot de passe donné | 10 minutes |
| cookiePreferences |`,
  },
  {
    page: "privacy",
    said: "| nom, e-mail, mot de passe (haché), téléphone, adresse ; pour un professionnel",
    says: "| nom, e-mail, mot de passe (haché), clé de la double authentification (chiffrée), navigateur des appareils connectés, téléphone, adresse ; pour un professionnel",
  },
  {
    page: "cookies",
    said: `| current-booking (mémoire de l’onglet) | afficher la confirmation de la réservation en cours | jusqu’à la fermeture de l’onglet |
| Notices (mémoire du navigateur) |`,
    says: `| current-booking (mémoire de l’onglet) | afficher la confirmation de la réservation en cours | jusqu’à la fermeture de l’onglet |
| device (précédé du nom du site) | reconnaître un navigateur d’où vous vous êtes déjà connecté, pour que les essais d’inconnus ne vous ferment pas votre compte | 13 mois |
| Notices (mémoire du navigateur) |`,
  },
]

/**
 * Publishes a new version of each legal text in force that still says such a sentence (D24): a shop that is brought up
 * to date must not go on denying what it does. Whatever else its owner has written stays as it is.
 */
export async function correctLegalTexts(at: Date = new Date()): Promise<void> {
  for (const page of new Set(corrections.map((each) => each.page))) await correct(page, at)
}

async function correct(page: LegalPage, at: Date): Promise<void> {
  const latest = await readLegalText(page)
  if (!latest) return
  const content = corrections
    .filter((each) => each.page === page)
    .reduce((text, { said, says }) => text.replace(typesetLegal(said), () => typesetLegal(says)), latest.content)
  if (content === latest.content) return
  const published = await publishLegalText(
    { kind: "system" },
    page,
    { title: latest.title, content },
    latest.version,
    at,
  )
  // "newer": a process that starts at the same moment was faster.
  if (!published.ok && published.error.kind !== "newer")
    log.warn("A legal text could not be corrected", { page, why: published.error.kind })
}
