import type { RouteConfigEntry } from "@react-router/dev/routes"
import routes from "../../app/routes.ts"
import type { Shop } from "../harness/shop.ts"

type PublicIds = { product: string; token: string; requestToken: string }

/** Unknown ids and tokens that look like real ones. */
const nobody = "00000000-0000-4000-8000-000000000000"

/**
 * Addresses of each public route in its states: full, empty, searched, unknown. A route that requires a session or an
 * act has none, and names where it is covered.
 */
export const publicAddressesByRoute: Readonly<Record<string, (ids: PublicIds) => readonly string[]>> = {
  "/": () => ["/", "/?q=photomaton", "/?q=licorne"],
  catalog: () => ["/catalog", "/catalog?date=2031-06-14", "/catalog?date=hier"],
  "product/:id": ({ product }) => [`/product/${product}`, `/product/${nobody}`],
  book: () => ["/book"],
  // The later steps need chosen days: accessibility.spec.ts covers them.
  "book/:id": ({ product }) => [`/book/${product}`, `/book/${nobody}`],
  "booking/confirmation": () => ["/booking/confirmation"],
  // Requires a session: accessibility.spec.ts.
  account: () => [],
  // Requires a session: tests/browser/own-area.spec.ts.
  "account/adresse-e-mail": () => [],
  "account/mes-donnees": () => [],
  "account/agenda": () => [],
  "account/supprimer": () => [],
  // Requires a session: tests/browser/sharing.spec.ts.
  "account/partages": () => [],
  "agir-pour": () => [],
  "adresse-e-mail/:token": () => [`/adresse-e-mail/${"0".repeat(36)}`],
  // In their states: tests/browser/booking-page.spec.ts and booking-links.spec.ts.
  "account/bookings/:number": () => [],
  "account/bookings/:number/signer": () => [],
  "account/bookings/:number/annuler": () => [],
  "account/bookings/:number/retractation": () => [],
  "account/bookings/:number/dates": () => [],
  // With a booking: tests/browser/day.spec.ts.
  "account/bookings/:number/lieu": () => [],
  "signer/:secret": () => [`/signer/${"0".repeat(36)}`],
  // With a live link: tests/browser/booking-links.spec.ts.
  "signer/:secret/retractation": () => [],
  "signer/:secret/annuler": () => [],
  "devis/:secret": () => [`/devis/${"0".repeat(36)}`],
  // With a live link: tests/browser/quote.spec.ts.
  "devis/:secret/accepter": () => [],
  // With a live link: tests/browser/payment.spec.ts.
  "payer/:secret": () => [`/payer/${"0".repeat(36)}`],
  "payer/:secret/carte": () => [],
  "payer/:secret/retour": () => [],
  "payer/:secret/demonstration": () => [],
  // With a live link: tests/browser/deposit.spec.ts.
  "attestation/:secret": () => [`/attestation/${"0".repeat(36)}`],
  "caution/:secret": () => [`/caution/${"0".repeat(36)}`],
  "caution/:secret/carte": () => [],
  "caution/:secret/retour": () => [],
  "caution/:secret/demonstration": () => [],
  // With a link: tests/browser/shown-price.spec.ts.
  "montrer/:id": ({ product }) => [`/montrer/${product}?date=2031-06-14`, `/montrer/${nobody}`],
  "mission/:secret": () => [`/mission/${"0".repeat(36)}`],
  "prix/:secret": () => [`/prix/${"0".repeat(36)}`],
  // With lines, and expired: tests/browser/cart.spec.ts.
  cart: () => ["/cart"],
  // With a filled cart: tests/browser/checkout.spec.ts.
  "cart/valider": () => [],
  // Requires a session: tests/browser/admin-people.spec.ts.
  "mot-de-passe": () => [],
  "mot-de-passe-oublie": () => ["/mot-de-passe-oublie", "/mot-de-passe-oublie?envoye"],
  // With a live link: tests/browser/account.spec.ts.
  "nouveau-mot-de-passe/:token": () => [`/nouveau-mot-de-passe/${"0".repeat(36)}`],
  // With a live link: tests/browser/first-administrator.spec.ts.
  "premier-administrateur/:token": () => [`/premier-administrateur/${"0".repeat(36)}`],
  verification: () => ["/verification", "/verification?envoye"],
  "verification/:token": () => [`/verification/${"0".repeat(36)}`],
  // Signed in, or half signed in: tests/browser/second-factor.spec.ts.
  "double-authentification": () => [],
  appareils: () => [],
  // With an authenticator: tests/browser/passkeys.spec.ts.
  "cles-d-acces": () => [],
  // No page: its button is in the sign-in form.
  "connexion/cle-d-acces": () => [],
  "connexion/code": () => [],
  "connexion/lien": () => ["/connexion/lien", "/connexion/lien?envoye"],
  "connexion/lien/:token": () => [`/connexion/lien/${"0".repeat(36)}`],
  connexion: () => ["/connexion", "/connexion?mot-de-passe"],
  inscription: () => ["/inscription"],
  // "the wizard".
  deconnexion: () => [],
  services: () => ["/services"],
  about: () => ["/about"],
  faq: () => ["/faq", "/faq?q=caution", "/faq?q=licorne"],
  "manual/:id": ({ product }) => [`/manual/${product}`, `/manual/${nobody}`],
  "legal/cookies": () => ["/legal/cookies"],
  "legal/:page": () =>
    ["terms", "privacy", "cgv", "mentions-legales", "rgpd", "accessibility", "data-protection", "inconnu"].map(
      (page) => `/legal/${page}`,
    ),
  contact: () => ["/contact"],
  newsletter: () => ["/newsletter"],
  "newsletter/confirmer/:token": ({ requestToken }) => [
    `/newsletter/confirmer/${requestToken}`,
    `/newsletter/confirmer/${"0".repeat(36)}`,
  ],
  "newsletter/desinscription/:token": ({ token }) => [
    `/newsletter/desinscription/${token}`,
    `/newsletter/desinscription/${"0".repeat(36)}`,
  ],
  sitemap: () => ["/sitemap"],
  "*": () => ["/nulle-part/du-tout"],
}

export async function publicRoutes(): Promise<string[]> {
  const all: RouteConfigEntry[] = await routes
  const site = all.find(({ file }) => file === "site/frame/route.tsx")
  return (site?.children ?? []).map(({ index, path }) => (index ? "/" : (path ?? "")))
}

/** Creates a newsletter request and a subscription for the addresses. */
export async function readPublicIds(shop: Shop): Promise<PublicIds> {
  const [product] = await shop.sql<{ id: string }>("select id from products where name = 'Photomaton bois'")
  const [requestToken, token] = ["a".repeat(36), "b".repeat(36)]
  await shop.sql(
    "insert into newsletter_subscriptions (email, token, status) values ('a@exemple.example', $1, 'pending'), ('b@exemple.example', $2, 'confirmed')",
    [requestToken, token],
  )
  return { product: product?.id ?? "", token, requestToken }
}
