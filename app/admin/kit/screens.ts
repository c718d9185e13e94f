import { href } from "react-router"

export const screens = {
  today: { to: href("/admin/aujourdhui"), title: "Aujourd’hui", words: ["accueil", "tableau de bord", "résumé"] },
  bookings: {
    to: href("/admin/bookings"),
    title: "Réservations",
    words: ["demandes", "calendrier", "locations", "répondre", "accepter", "refuser"],
  },
  bookingsList: {
    to: href("/admin/bookings/liste"),
    title: "Toutes les réservations",
    words: ["csv", "export", "excel", "liste", "historique"],
  },
  newBooking: {
    to: href("/admin/bookings/nouvelle"),
    title: "Nouvelle réservation",
    words: ["téléphone", "saisir", "ajouter"],
  },
  bookingDay: {
    to: href("/admin/bookings/jour/:day?"),
    title: "Départs et retours",
    words: ["livraisons", "tournée", "fiche", "imprimer"],
  },
  shifts: {
    to: href("/admin/missions"),
    title: "Équipe et missions",
    words: ["personnes", "planning", "heures", "congés", "animateur", "livreur"],
  },
  quotes: { to: href("/admin/devis"), title: "Devis", words: ["propositions", "offres", "relancer"] },
  newQuote: { to: href("/admin/devis/nouveau"), title: "Nouveau devis", words: ["proposition", "offre", "ajouter"] },
  availability: {
    to: href("/admin/availability"),
    title: "Disponibilités",
    words: ["bloquer", "congés", "vacances", "fermeture", "libérer", "exemplaires", "stock"],
  },
  calendars: {
    to: href("/admin/availability/agendas"),
    title: "Agendas",
    words: ["ical", "ics", "google agenda", "outlook", "abonnement", "calendrier", "téléphone", "ailleurs", "import"],
  },
  products: {
    to: href("/admin/products"),
    title: "Produits",
    words: ["catalogue", "prix", "tarifs", "photos", "machines", "stock", "caution"],
  },
  newProduct: {
    to: href("/admin/products/:id", { id: "nouveau" }),
    title: "Nouveau produit",
    words: ["ajouter", "créer"],
  },
  productsOrder: { to: href("/admin/products/ordre"), title: "Ordre du catalogue", words: ["ranger", "trier"] },
  options: { to: href("/admin/options"), title: "Options", words: ["suppléments", "prix", "tarifs"] },
  priceRules: {
    to: href("/admin/regles-de-prix"),
    title: "Règles de prix",
    words: ["tarifs", "saisons", "jours fériés", "week-end", "délais", "remise", "supplément", "haute saison"],
  },
  manuals: { to: href("/admin/manuals"), title: "Notices", words: ["mode d’emploi", "qr", "pdf"] },
  manualLabels: {
    to: href("/admin/manuals/etiquettes"),
    title: "Étiquettes des notices",
    words: ["qr", "imprimer", "code"],
  },
  contracts: { to: href("/admin/contracts"), title: "Contrats", words: ["pdf", "signature", "location"] },
  contractTemplate: { to: href("/admin/contracts/modele"), title: "Modèle de contrat", words: ["clauses", "pdf"] },
  users: {
    to: href("/admin/users"),
    title: "Utilisateurs",
    words: ["clients", "comptes", "personnes", "administrateurs", "rôles"],
  },
  finance: {
    to: href("/admin/finance"),
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
  deliveryZones: {
    to: href("/admin/zones-de-livraison"),
    title: "Zones de livraison",
    words: ["codes postaux", "couronnes", "frais", "forfait", "transport"],
  },
  simulator: {
    to: href("/admin/finance/simulateur"),
    title: "Simulateur de prix",
    words: ["calcul", "tarifs", "combien", "règles", "devis"],
  },
  promoCodes: {
    to: href("/admin/codes-promo"),
    title: "Codes promo",
    words: ["remise", "réduction", "coupon", "offre", "bon"],
  },
  invoices: {
    to: href("/admin/finance/factures"),
    title: "Factures",
    words: ["avoirs", "acomptes", "comptable", "fec", "csv", "export", "pdf", "zip"],
  },
  revenue: {
    to: href("/admin/finance/revenus"),
    title: "Chiffre d’affaires",
    words: ["csv", "export", "excel", "argent", "ventes", "revenus", "tva"],
  },
  takings: {
    to: href("/admin/finance/encaissements"),
    title: "Encaissements",
    words: ["paiements", "registre", "caisse", "clôtures", "archive", "espèces", "chèques", "virements"],
  },
  statements: {
    to: href("/admin/finance/releves"),
    title: "Relevés bancaires",
    words: ["banque", "virements", "rapprochement", "import", "camt", "cfonb", "csv", "compte"],
  },
  statistics: {
    to: href("/admin/statistiques"),
    title: "Statistiques",
    words: ["visites", "audience", "fréquentation"],
  },
  about: { to: href("/admin/about"), title: "Page À propos", words: ["équipe", "histoire", "texte"] },
  services: { to: href("/admin/services"), title: "Page Services", words: ["prestations", "texte"] },
  siteConfig: {
    to: href("/admin/site-config"),
    title: "Configuration du site",
    words: ["logo", "accueil", "photos", "image", "couleurs", "nom", "adresse", "téléphone", "slogan", "siret", "tva"],
  },
  testimonials: { to: href("/admin/testimonials"), title: "Avis", words: ["témoignages", "étoiles", "google"] },
  faq: { to: href("/admin/faq"), title: "Questions fréquentes", words: ["faq", "aide", "réponses"] },
  legal: {
    to: href("/admin/legal"),
    title: "Textes légaux",
    words: ["cgv", "rgpd", "mentions", "conditions", "cookies"],
  },
  messages: { to: href("/admin/messages"), title: "Messages", words: ["contact", "répondre", "courrier"] },
  leads: {
    to: href("/admin/demandes"),
    title: "Demandes",
    words: ["suivi", "prospects", "appels", "relancer", "rappeler"],
  },
  mails: { to: href("/admin/mails"), title: "E-mails", words: ["courriels", "envois", "emails"] },
  mailTemplates: {
    to: href("/admin/mails/modeles"),
    title: "Modèles d’e-mails",
    words: ["courriels", "emails", "textes", "phrases", "signature"],
  },
  newsletter: {
    to: href("/admin/newsletter"),
    title: "Nouveautés",
    words: ["csv", "export", "excel", "inscrits", "abonnés", "lettre"],
  },
  rights: {
    to: href("/admin/droits"),
    title: "Demandes de droits",
    words: ["rgpd", "cnil", "données personnelles", "effacement", "accès"],
  },
  apiKeys: {
    to: href("/admin/cles-api"),
    title: "Clés d’API",
    words: ["api", "openapi", "programmes", "intégrations", "logiciels", "jeton", "token"],
  },
  apiDocument: {
    to: href("/admin/cles-api/documentation"),
    title: "Documentation de l’API",
    words: ["openapi", "développeur", "curl", "exemples"],
  },
  webhooks: {
    to: href("/admin/webhooks"),
    title: "Webhooks",
    words: ["avertir", "programmes", "intégrations", "notifications", "zapier", "make", "n8n"],
  },
  journal: { to: href("/admin/journal"), title: "Journal", words: ["historique", "traces", "annuler"] },
  erased: {
    to: href("/admin/journal/effacements"),
    title: "Données effacées",
    words: ["rgpd", "conservation", "durées", "effacement", "purge"],
  },
  emptying: {
    to: href("/admin/vider"),
    title: "Vider la boutique",
    words: ["ouverture", "essais", "démonstration", "effacer", "remettre à zéro"],
  },
  tools: {
    to: href("/admin/reglages"),
    title: "Réglages et outils",
    words: ["menu", "tout", "paramètres", "préférences", "configurer"],
  },
  help: { to: href("/admin/aide"), title: "Aide", words: ["comment", "mode d’emploi", "débuter", "apprendre"] },
  search: { to: href("/admin/recherche"), title: "Rechercher" },
} as const satisfies Record<string, Screen>

export const availabilityViews: readonly Screen[] = [
  { to: `${href("/admin/availability")}?vue=planning`, title: "Planning", words: ["calendrier", "semaines", "agenda"] },
  { to: `${href("/admin/availability")}?vue=annee`, title: "Année", words: ["calendrier", "agenda"] },
]

export type Screen = { to: string; title: string; words?: readonly string[] }
