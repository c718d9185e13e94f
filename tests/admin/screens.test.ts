import type { RouteConfigEntry } from "@react-router/dev/routes"
import { describe, expect, test } from "vitest"
import { adminGroups } from "../../app/admin/frame/entries.ts"
import { screens } from "../../app/admin/kit/screens.ts"
import { groupsOf, screensNamed } from "../../app/admin/frame/search-results.ts"
import routes from "../../app/routes.ts"

/** Every address of the back office that shows a screen, as the site map has it. */
function screensOf(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path}`
    const own = here.startsWith("/admin/") && file.endsWith(".tsx") && !here.endsWith("*") ? [here] : []
    return [...own, ...screensOf(children, here)]
  })
}

const addresses = [...new Set(screensOf(routes))]
const offered = new Set(screensNamed("").map(({ href }) => href))
/** An address with what varies in it, for the matching ones. */
const pattern = (address: string) =>
  new RegExp(`^${address.replace(/\/:\w+\?/g, "(/[^/]+)?").replace(/:\w+/g, "[^/]+")}$`)

describe("the search of the back office", () => {
  test("reads the site map", () => {
    expect(addresses.length).toBeGreaterThan(25)
    expect(addresses).toContain("/admin/bookings/jour/:day?")
  })

  /** One of many is found by its name or its number. */
  const found = groupsOf(
    {
      bookings: [
        {
          id: "b1",
          number: 12,
          clientName: "Ada",
          productName: "Juke-box",
          city: "Lyon",
          firstDay: "2027-06-12",
          status: "pending",
        },
      ],
      people: [{ id: "u1", name: "Ada", email: "ada@exemple.example" }],
      products: [{ id: "p1", name: "Juke-box", isActive: false, isArchived: true }],
      period: { from: "2027-06-12", until: "2027-06-12" },
      invoices: [
        { number: "A-2026-0001", kind: "credit-note", issuedOn: "2026-11-02", bookingNumber: 12, clientName: "Ada" },
      ],
      more: { bookings: false, people: false, products: false, invoices: false },
    },
    "ada",
  ).flatMap(({ results }) => results)

  // The search itself is open already; a booking's sheet of paper is printed from the booking, a mail found in its list; a letter is written from its product.
  const reachedFromAnother = [
    "/admin/recherche",
    "/admin/bookings/:id/fiche",
    "/admin/bookings/:number/etat-des-lieux/:leg",
    "/admin/mails/modeles/:template",
    "/admin/products/:id/lettre",
    "/admin/aide/:task",
    // A statement is brought first; its columns and its lines are opened from it.
    "/admin/finance/releves/colonnes/:id",
    "/admin/finance/releves/ligne/:id",
  ]
  test.each(addresses.filter((address) => !reachedFromAnother.includes(address)))("leads to %s", (address) => {
    const hrefs = [...offered, ...found.map(({ href }) => href)]
    expect(hrefs.filter((href) => pattern(address).test(href))).not.toEqual([])
  })

  test("leads nowhere else", () => {
    expect(
      [...offered].filter(
        (href) =>
          href !== "/deconnexion" && !addresses.some((address) => pattern(address).test(href.split("?")[0] ?? "")),
      ),
    ).toEqual([])
  })

  test("leads from the number of an invoice to it, where its booking is a click away", () => {
    expect(found).toContainEqual({
      href: "/admin/finance/factures?q=A-2026-0001",
      label: "A-2026-0001, Ada",
      detail: "Avoir, 2 novembre 2026, réservation n°\u00a012",
    })
  })

  test("tells an archived product from the others", () => {
    expect(found).toContainEqual({ href: "/admin/products/p1", label: "Juke-box", detail: "archivé" })
  })

  test("calls a screen as its title and its entry at the side do", () => {
    const names = new Map(screensNamed("").map(({ href, label }) => [href, label]))
    for (const { to, title } of adminGroups.flatMap(({ entries }) => entries)) expect(names.get(to)).toBe(title)
    for (const { to, title } of Object.values(screens).filter(({ to }) => to !== "/admin/recherche"))
      expect(names.get(to)).toBe(title)
  })

  test("finds a screen by a part of its name, whatever the accents", () => {
    expect(screensNamed("etiquettes")).toEqual([
      { href: "/admin/manuals/etiquettes", label: "Étiquettes des notices", detail: "" },
    ])
    expect(screensNamed("depart").map(({ href }) => href)).toEqual(["/admin/bookings/jour"])
  })

  test.each([
    ["planning", "/admin/availability?vue=planning"],
    ["calendrier", "/admin/availability?vue=mois"],
    ["annee", "/admin/availability?vue=annee"],
    ["TVA", "/admin/finance"],
    ["csv", "/admin/finance/revenus"],
    ["export", "/admin/bookings/liste"],
    ["logo", "/admin/site-config"],
    ["acompte", "/admin/finance"],
    ["prix", "/admin/products"],
    ["QR", "/admin/manuals/etiquettes"],
    ["conges", "/admin/availability"],
    ["déconnexion", "/deconnexion"],
    ["deconnecter", "/deconnexion"],
  ])("finds what an owner means by « %s »", (typed, href) => {
    expect(screensNamed(typed).map((result) => result.href)).toContain(href)
  })

  test("puts a screen of that name before those that the word also leads to", () => {
    expect(screensNamed("contact").map(({ label }) => label)).toEqual(["Messages"])
    expect(screensNamed("planning")[0]).toEqual({
      href: "/admin/availability?vue=planning",
      label: "Planning",
      detail: "disponibilités",
    })
    expect(screensNamed("options").map(({ label }) => label)[0]).toBe("Options")
    expect(screensNamed("mois export")).toEqual([])
  })
})
