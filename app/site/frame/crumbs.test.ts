import { describe, expect, test } from "vitest"
import { crumbsOf, missingPageCrumbs } from "./crumbs.ts"

const labels = (pathname: string) => crumbsOf(pathname).map((crumb) => crumb.label)

describe("the breadcrumb of small screens", () => {
  test("the breadcrumb is hidden on home @R-breadcrumb-home", () => {
    expect(crumbsOf("/")).toEqual([])
  })

  test.each([
    ["/about", "À propos"],
    ["/services", "Services"],
    ["/catalog", "Catalogue"],
    ["/contact", "Contact"],
    ["/account", "Mon compte"],
    ["/book", "Réservation"],
    ["/admin", "Administration"],
  ])("the breadcrumb calls %s %s @R-breadcrumb-labels", (pathname, label) => {
    expect(labels(pathname)).toEqual(["Accueil", label])
  })

  test.each([
    ["/product/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37", "Produit"],
    ["/product/photomaton-bois-3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37", "Produit"],
    ["/manual/3F2C9E1A-7B4D-4C58-9A1E-0D6B5F2A8C37", "Notice"],
    ["/book/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37", "Réservation"],
  ])("the breadcrumb leaves out the id of %s @R-breadcrumb-ids @R-breadcrumb-labels", (pathname, label) => {
    expect(labels(pathname)).toEqual(["Accueil", label])
  })

  test("the confirmation leads back home, not to /booking, which is no page", () => {
    expect(crumbsOf("/booking/confirmation")).toEqual([
      { label: "Accueil", href: "/" },
      { label: "Réservation", href: undefined },
      { label: "Confirmation", href: "/booking/confirmation" },
    ])
  })

  test.each([
    ["/nouveau-mot-de-passe/Zk3-q0vX_a1", ["Accueil", "Nouveau mot de passe"]],
    ["/verification/Zk3-q0vX_a1", ["Accueil", "Confirmer mon adresse"]],
    ["/newsletter/confirmer/Zk3-q0vX_a1", ["Accueil", "Nouveautés", "Confirmation"]],
    ["/signer/Zk3-q0vX_a1", ["Accueil", "Signature"]],
    ["/payer/Zk3-q0vX_a1/demonstration", ["Accueil", "Paiement", "Démonstration"]],
    ["/caution/Zk3-q0vX_a1/retour", ["Accueil", "Caution", "Retour"]],
    ["/attestation/Zk3-q0vX_a1", ["Accueil", "Attestation d’assurance"]],
    ["/adresse-e-mail/Zk3-q0vX_a1", ["Accueil", "Adresse e-mail"]],
  ])("the breadcrumb hides the token of %s", (pathname, way) => {
    expect(labels(pathname)).toEqual(way)
  })

  test("the breadcrumb names a booking by its number", () => {
    expect(labels("/account/bookings/1042/annuler")).toEqual([
      "Accueil",
      "Mon compte",
      "Réservations",
      "N°\u00a01042",
      "Annulation",
    ])
    expect(crumbsOf("/account/bookings/1042").map(({ href }) => href)).toEqual([
      "/",
      "/account",
      undefined,
      "/account/bookings/1042",
    ])
  })

  test("the breadcrumb of an unknown address says so and does not repeat it", () => {
    expect(missingPageCrumbs.map(({ label }) => label)).toEqual(["Accueil", "Page introuvable"])
  })

  test("a segment without a label is shown as it is written", () => {
    expect(labels("/soir%C3%A9es-priv%C3%A9es/")).toEqual(["Accueil", "Soirées privées"])
    expect(labels("/100%")).toEqual(["Accueil", "100%"])
  })
})
