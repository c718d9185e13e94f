/** Every screen of the back office that has an address of its own: where it is, and what it is called, everywhere. */
export const screens = {
  today: { to: "/admin/aujourdhui", title: "Aujourd’hui", words: ["accueil", "tableau de bord", "résumé"] },
  bookings: {
    to: "/admin/bookings",
    title: "Réservations",
    words: ["demandes", "calendrier", "locations", "répondre", "accepter", "refuser"],
  },
  bookingsList: {
    to: "/admin/bookings/liste",
    title: "Toutes les réservations",
    words: ["csv", "export", "excel", "liste", "historique"],
  },
  newBooking: {
    to: "/admin/bookings/nouvelle",
    title: "Nouvelle réservation",
    words: ["téléphone", "saisir", "ajouter"],
  },
  bookingDay: {
    to: "/admin/bookings/jour",
    title: "Départs et retours",
    words: ["livraisons", "tournée", "fiche", "imprimer"],
  },
  availability: {
    to: "/admin/availability",
    title: "Disponibilités",
    words: ["bloquer", "congés", "vacances", "fermeture", "libérer", "exemplaires", "stock"],
  },
  products: {
    to: "/admin/products",
    title: "Produits",
    words: ["catalogue", "prix", "tarifs", "photos", "machines", "stock", "caution"],
  },
  newProduct: { to: "/admin/products/nouveau", title: "Nouveau produit", words: ["ajouter", "créer"] },
  productsOrder: { to: "/admin/products/ordre", title: "Ordre du catalogue", words: ["ranger", "trier"] },
  options: { to: "/admin/options", title: "Options", words: ["suppléments", "prix", "tarifs"] },
  manuals: { to: "/admin/manuals", title: "Notices", words: ["mode d’emploi", "qr", "pdf"] },
  manualLabels: { to: "/admin/manuals/etiquettes", title: "Étiquettes des notices", words: ["qr", "imprimer", "code"] },
  contracts: { to: "/admin/contracts", title: "Contrats", words: ["pdf", "signature", "location"] },
  contractTemplate: { to: "/admin/contracts/modele", title: "Modèle de contrat", words: ["clauses", "pdf"] },
  users: {
    to: "/admin/users",
    title: "Utilisateurs",
    words: ["clients", "comptes", "personnes", "administrateurs", "rôles"],
  },
  finance: {
    to: "/admin/finance",
    title: "Finances",
    words: [
      "acompte",
      "paiement",
      "tva",
      "prix",
      "tarifs",
      "livraison",
      "kilomètres",
      "distance",
      "entrepôt",
      "remise",
    ],
  },
  revenue: {
    to: "/admin/finance/revenus",
    title: "Chiffre d’affaires",
    words: ["csv", "export", "excel", "argent", "ventes", "revenus", "tva"],
  },
  statistics: { to: "/admin/statistiques", title: "Statistiques", words: ["visites", "audience", "fréquentation"] },
  about: { to: "/admin/about", title: "Page À propos", words: ["équipe", "histoire", "texte"] },
  services: { to: "/admin/services", title: "Page Services", words: ["prestations", "texte"] },
  siteConfig: {
    to: "/admin/site-config",
    title: "Configuration du site",
    words: ["logo", "accueil", "photos", "image", "couleurs", "nom", "adresse", "téléphone", "slogan", "siret", "tva"],
  },
  testimonials: { to: "/admin/testimonials", title: "Avis", words: ["témoignages", "étoiles", "google"] },
  faq: { to: "/admin/faq", title: "Questions fréquentes", words: ["faq", "aide", "réponses"] },
  legal: { to: "/admin/legal", title: "Textes légaux", words: ["cgv", "rgpd", "mentions", "conditions", "cookies"] },
  messages: { to: "/admin/messages", title: "Messages", words: ["contact", "répondre", "courrier"] },
  mails: { to: "/admin/mails", title: "Courriels", words: ["e-mails", "envois", "emails"] },
  newsletter: {
    to: "/admin/newsletter",
    title: "Nouveautés",
    words: ["csv", "export", "excel", "inscrits", "abonnés", "lettre"],
  },
  journal: { to: "/admin/journal", title: "Journal", words: ["historique", "traces", "annuler"] },
  search: { to: "/admin/recherche", title: "Rechercher" },
} as const satisfies Record<string, Screen>

/** The views of one screen that are looked for by a name of their own. */
export const views: readonly Screen[] = [
  { to: "/admin/availability?vue=planning", title: "Planning", words: ["calendrier", "semaines", "agenda"] },
  { to: "/admin/availability?vue=mois", title: "Mois", words: ["calendrier", "agenda"] },
  { to: "/admin/availability?vue=annee", title: "Année", words: ["calendrier", "agenda"] },
]

/** `words`: what else an owner may type to find it; none of them is shown. */
export type Screen = { to: string; title: string; words?: readonly string[] }
