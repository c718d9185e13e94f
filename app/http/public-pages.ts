export type PublicPage = { path: string; label: string }
export type PageGroup = { title: string; pages: readonly PublicPage[] }

/** Every page that anybody may read and a search engine may show, but for products and manuals. */
export const publicPages: readonly PageGroup[] = [
  {
    title: "Louer",
    pages: [
      { path: "/", label: "Accueil" },
      { path: "/catalog", label: "Catalogue" },
      { path: "/book", label: "Réserver" },
      { path: "/services", label: "Services" },
      { path: "/newsletter", label: "Être notifié des nouveautés" },
    ],
  },
  {
    title: "Nous connaître et nous joindre",
    pages: [
      { path: "/about", label: "À propos" },
      { path: "/faq", label: "Centre d’aide" },
      { path: "/contact", label: "Contact" },
      { path: "/sitemap", label: "Plan du site" },
    ],
  },
  {
    title: "Informations légales",
    pages: [
      { path: "/legal/mentions-legales", label: "Mentions légales" },
      { path: "/legal/cgv", label: "Conditions générales de vente" },
      { path: "/legal/terms", label: "Conditions d’utilisation" },
      { path: "/legal/privacy", label: "Politique de confidentialité" },
      { path: "/legal/cookies", label: "Préférences cookies" },
      { path: "/legal/rgpd", label: "RGPD" },
      { path: "/legal/data-protection", label: "Protection des données" },
      { path: "/legal/accessibility", label: "Accessibilité" },
    ],
  },
]

/** Where search engines have no business: what is private, what acts, what changes with each visitor. */
export const closedToRobots = [
  "/admin",
  "/account",
  "/api/",
  "/cart",
  "/payer/",
  "/booking/",
  "/newsletter/",
  "/appareils",
  "/double-authentification",
  "/connexion",
  "/inscription",
  "/deconnexion",
  "/healthz",
  "/readyz",
  "/metrics",
] as const
