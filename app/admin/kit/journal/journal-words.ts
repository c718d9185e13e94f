/** Every area of the back office says its own acts, in a file beside the others: `journal-words-<area>.ts`. */
const files = import.meta.glob<Record<string, Record<string, string>>>("./journal-words-*.ts", { eager: true })

/** What is told until its area says it better. */
const usualWords: Record<string, string> = {
  "booking.placed": "a déposé la demande",
  "booking.confirmed": "a confirmé la réservation",
  "booking.refused": "a refusé la demande",
  "booking.cancelled": "a annulé la réservation",
  "booking.restored": "a remis en attente la réservation",
  "booking.distance-set": "a indiqué la distance de livraison de la réservation",
  "availability.blocked": "a bloqué des jours du produit",
  "availability.opened": "a libéré des jours du produit",
  "availability.undone": "a annulé un changement de disponibilité du produit",
}

export const journalWords: Readonly<Record<string, string>> = Object.assign(
  {},
  usualWords,
  ...Object.values(files).flatMap((file) => Object.values(file)),
)

/** "a modifié le produit"; an act that no area knows is told by its name. */
export function actWords(action: string): string {
  return Object.hasOwn(journalWords, action) ? (journalWords[action] as string) : `a fait «\u00a0${action}\u00a0»`
}

/** The acts whose words hold what is searched for, accents and case apart. */
export function actionsSaying(search: string): string[] {
  const wanted = folded(search)
  return wanted === ""
    ? []
    : Object.entries(journalWords).flatMap(([action, words]) => (folded(words).includes(wanted) ? [action] : []))
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase().replace(/\s+/g, " ").trim()
}

/** What the journal is filtered by: the beginnings of the actions of each matter. */
export const matters = {
  reservations: { label: "Réservations", nouns: ["booking"] },
  disponibilites: { label: "Disponibilités", nouns: ["availability", "planning", "unit"] },
  produits: { label: "Produits, options et notices", nouns: ["product", "option", "manual"] },
  contenu: { label: "Pages du site", nouns: ["site", "page", "carousel", "faq", "testimonial"] },
  textes: { label: "Textes légaux et contrats", nouns: ["legal", "contract"] },
  messages: { label: "Messages et nouveautés", nouns: ["contact", "newsletter", "mail"] },
  utilisateurs: { label: "Utilisateurs", nouns: ["person", "customer"] },
  finances: { label: "Finances", nouns: ["finance", "invoice", "payment"] },
} as const satisfies Record<string, { label: string; nouns: readonly string[] }>
export type Matter = keyof typeof matters

/** Where a subject is shown; null for what has no page of its own. */
export function subjectHref(kind: string, id: string): string | null {
  switch (kind) {
    case "booking":
      return `/admin/bookings?reservation=${id}`
    case "product":
      return `/admin/products/${id}`
    case "option":
      return "/admin/options"
    case "manual":
      return `/admin/manuals?produit=${id}`
    case "person":
    case "profile":
      return `/admin/users/${id}`
    case "faq-entry":
      return `/admin/faq?entree=${id}`
    case "testimonial":
      return `/admin/testimonials?entree=${id}`
    case "legal-text":
      return `/admin/legal/${id}`
    case "contract-template":
      return "/admin/contracts/modele"
    case "contact-message":
      return `/admin/messages?message=${id}`
    case "site-config":
      return "/admin/site-config"
    case "page":
      return `/admin/${id}`
    case "carousel-image":
      return "/admin/services"
    case "finance-settings":
      return "/admin/finance"
    case "sign-in-settings":
      return "/admin/users#connexion"
    default:
      return null
  }
}

const fixedLabels: Readonly<Record<string, string>> = {
  "page:about": "À propos",
  "page:services": "Services",
  "site-config:1": "Configuration du site",
  "finance-settings:1": "Finances",
  "sign-in-settings:1": "Connexion des administrateurs",
}

/** What to call a subject whose row has no name to read. */
export function subjectText(kind: string, id: string): string | null {
  return fixedLabels[`${kind}:${id}`] ?? null
}
