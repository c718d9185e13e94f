import { describe, expect, test } from "vitest"
import { adminCrumbs } from "./admin-crumbs.ts"

const labels = (pathname: string) => adminCrumbs(pathname).map(({ label }) => label)

describe("the breadcrumb of the back office", () => {
  test.each([
    ["/admin", ["Accueil", "Administration"]],
    ["/admin/bookings", ["Accueil", "Administration", "Réservations"]],
    ["/admin/bookings/nouvelle", ["Accueil", "Administration", "Réservations", "Nouvelle réservation"]],
    ["/admin/bookings/jour/2027-06-12", ["Accueil", "Administration", "Réservations", "Départs et retours"]],
    ["/admin/bookings/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37/fiche", ["Accueil", "Administration", "Réservations", "Fiche"]],
    ["/admin/products/nouveau", ["Accueil", "Administration", "Produits", "Nouveau produit"]],
    ["/admin/products/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37", ["Accueil", "Administration", "Produits", "Produit"]],
    ["/admin/users/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37/", ["Accueil", "Administration", "Utilisateurs", "Utilisateur"]],
    ["/admin/legal/cgv", ["Accueil", "Administration", "Textes légaux", "Conditions générales de vente"]],
    ["/admin/nulle-part", ["Accueil", "Administration", "Page introuvable"]],
  ])("leads to %s", (pathname, way) => {
    expect(labels(pathname)).toEqual(way)
  })

  test("links the screen above", () => {
    expect(adminCrumbs("/admin/users/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37")).toContainEqual({ label: "Utilisateurs", href: "/admin/users" })
  })
})
