import { describe, expect, test } from "vitest"
import { adminCrumbs } from "./crumbs.ts"

const labels = (pathname: string) => adminCrumbs(pathname).map(({ label }) => label)

describe("the breadcrumb of the back office", () => {
  test.each([
    ["/admin", ["Administration"]],
    ["/admin/bookings", ["Administration", "Réservations"]],
    ["/admin/bookings/nouvelle", ["Administration", "Réservations", "Nouvelle réservation"]],
    ["/admin/bookings/jour/2027-06-12", ["Administration", "Réservations", "Départs et retours"]],
    ["/admin/bookings/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37/fiche", ["Administration", "Réservations", "Fiche"]],
    ["/admin/bookings/1016/etat-des-lieux/depart", ["Administration", "Réservations", "État des lieux"]],
    ["/admin/products/nouveau", ["Administration", "Produits", "Nouveau produit"]],
    ["/admin/products/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37", ["Administration", "Produits", "Produit"]],
    ["/admin/users/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37/", ["Administration", "Utilisateurs", "Utilisateur"]],
    ["/admin/legal/cgv", ["Administration", "Textes légaux", "Conditions générales de vente"]],
    ["/admin/nulle-part", ["Administration", "Page introuvable"]],
  ])("the breadcrumb of %s names the screens above it", (pathname, way) => {
    expect(labels(pathname)).toEqual(way)
  })

  test("the breadcrumb links the parent screen", () => {
    expect(adminCrumbs("/admin/users/3f2c9e1a-7b4d-4c58-9a1e-0d6b5f2a8c37")).toContainEqual({
      label: "Utilisateurs",
      href: "/admin/users",
    })
  })
})
