import { href } from "react-router"
import type { Crumb } from "../../ui/breadcrumb.tsx"

const labels: Record<string, string> = {
  about: "À propos",
  services: "Services",
  catalog: "Catalogue",
  contact: "Contact",
  account: "Mon compte",
  "adresse-e-mail": "Adresse e-mail",
  "mes-donnees": "Mes données",
  partages: "Comptes partagés",
  "agir-pour": "Agir pour",
  supprimer: "Supprimer mon compte",
  bookings: "Réservations",
  signer: "Signature",
  annuler: "Annulation",
  retractation: "Rétractation",
  montrer: "Montrer ce prix",
  mission: "Mission",
  prix: "Prix montré",
  payer: "Paiement",
  devis: "Devis",
  accepter: "Acceptation",
  demonstration: "Démonstration",
  attestation: "Attestation d’assurance",
  dates: "Autres dates",
  book: "Réservation",
  manual: "Notice",
  product: "Produit",
  booking: "Réservation",
  admin: "Administration",
  faq: "FAQ",
  cart: "Panier",
  valider: "Validation",
  newsletter: "Nouveautés",
  confirmer: "Confirmation",
  desinscription: "Désinscription",
  sitemap: "Plan du site",
  confirmation: "Confirmation",
  verification: "Confirmer mon adresse",
  "mot-de-passe": "Mot de passe",
  "mot-de-passe-oublie": "Mot de passe oublié",
  "nouveau-mot-de-passe": "Nouveau mot de passe",
  "premier-administrateur": "Premier administrateur",
  "double-authentification": "Double authentification",
  appareils: "Appareils connectés",
  "cles-d-acces": "Clés d’accès",
  connexion: "Connexion",
  code: "Code de vérification",
  inscription: "Inscription",
  deconnexion: "Déconnexion",
  legal: "Informations légales",
  terms: "Conditions d’utilisation",
  privacy: "Confidentialité",
  cookies: "Cookies",
  // Short, to fit one line on a phone.
  cgv: "Conditions de vente",
  "mentions-legales": "Mentions légales",
  rgpd: "RGPD",
  accessibility: "Accessibilité",
  "data-protection": "Protection des données",
}

const pathsWithoutPage: ReadonlySet<string> = new Set([
  "/product",
  "/manual",
  "/booking",
  "/legal",
  "/newsletter/confirmer",
  "/newsletter/desinscription",
  "/nouveau-mot-de-passe",
  "/premier-administrateur",
  "/account/bookings",
  "/adresse-e-mail",
  "/signer",
  "/montrer",
  "/mission",
  "/prix",
  "/devis",
  "/payer",
  "/caution",
  "/attestation",
])

const pathsBeforeSecret: ReadonlySet<string> = new Set([
  "/newsletter/confirmer",
  "/newsletter/desinscription",
  href("/verification"),
  "/nouveau-mot-de-passe",
  "/premier-administrateur",
  "/signer",
  "/montrer",
  "/mission",
  "/prix",
  "/devis",
  "/payer",
  "/caution",
  "/attestation",
  "/adresse-e-mail",
])

export const missingPageCrumbs: readonly Crumb[] = [
  { label: "Accueil", href: href("/") },
  { label: "Page introuvable" },
]

const looksLikeId = /^[0-9a-z-]{36}$/i
const endsWithId = /-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** Leaves out ids and secrets; empty on the home page. */
export function crumbsOf(pathname: string): Crumb[] {
  const parts = pathname.split("/").filter(Boolean)
  if (parts.length === 0) return []
  const crumbs: Crumb[] = [{ label: "Accueil", href: href("/") }]
  let path = ""
  for (const part of parts) {
    const secret = pathsBeforeSecret.has(path)
    path += `/${part}`
    if (secret || looksLikeId.test(part) || endsWithId.test(part)) continue
    const label = /^\/account\/bookings\/\d+$/.test(path) ? `N°\u00a0${part}` : (labels[part] ?? humanize(part))
    crumbs.push({ label, href: pathsWithoutPage.has(path) ? undefined : path })
  }
  return crumbs
}

function humanize(part: string): string {
  let text = part
  try {
    text = decodeURIComponent(part)
  } catch {
    // A mistyped address may hold a lone %.
  }
  const words = text.replaceAll("-", " ")
  return words.charAt(0).toLocaleUpperCase("fr-FR") + words.slice(1)
}
