import { href } from "react-router"
import { legalPath } from "./legal-path.ts"

type PublicPage = { path: string; label: string }
export type PageGroup = { title: string; pages: readonly PublicPage[] }

export const publicPages: readonly PageGroup[] = [
  {
    title: "Louer",
    pages: [
      { path: href("/"), label: "Accueil" },
      { path: href("/catalog"), label: "Catalogue" },
      { path: href("/book"), label: "Réserver" },
      { path: href("/services"), label: "Services" },
      { path: href("/newsletter"), label: "Être notifié des nouveautés" },
    ],
  },
  {
    title: "Nous connaître et nous joindre",
    pages: [
      { path: href("/about"), label: "À propos" },
      { path: href("/faq"), label: "Centre d’aide" },
      { path: href("/contact"), label: "Contact" },
      { path: href("/sitemap"), label: "Plan du site" },
    ],
  },
  {
    title: "Informations légales",
    pages: [
      { path: legalPath("mentions-legales"), label: "Mentions légales" },
      { path: legalPath("cgv"), label: "Conditions générales de vente" },
      { path: legalPath("terms"), label: "Conditions d’utilisation" },
      { path: legalPath("privacy"), label: "Politique de confidentialité" },
      { path: legalPath("cookies"), label: "Préférences cookies" },
      { path: legalPath("rgpd"), label: "RGPD" },
      { path: legalPath("data-protection"), label: "Protection des données" },
      { path: legalPath("accessibility"), label: "Accessibilité" },
    ],
  },
]

export const closedToRobots = [
  "/admin",
  "/account",
  "/api/",
  "/cart",
  "/payer/",
  "/attestation/",
  "/caution/",
  "/signer/",
  "/montrer/",
  "/prix/",
  "/mission/",
  "/devis/",
  "/adresse-e-mail/",
  "/booking/",
  "/newsletter/",
  "/appareils",
  "/agir-pour",
  "/double-authentification",
  "/cles-d-acces",
  "/connexion",
  "/inscription",
  "/deconnexion",
  "/healthz",
  "/readyz",
  "/metrics",
] as const
