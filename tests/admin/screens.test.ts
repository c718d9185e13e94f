import type { RouteConfigEntry } from "@react-router/dev/routes"
import { describe, expect, test } from "vitest"
import { adminGroups } from "../../app/admin/frame/entries.ts"
import { toolGroups } from "../../app/admin/frame/tool-groups.ts"
import { screens } from "../../app/admin/kit/screens.ts"
import { toSearchGroups, findScreens } from "../../app/admin/frame/search-results.ts"
import routes from "../../app/routes.ts"

function listScreens(entries: readonly RouteConfigEntry[], above = ""): string[] {
  return entries.flatMap(({ path, file, children = [] }) => {
    const here = path === undefined ? above : `${above}/${path}`
    const own = here.startsWith("/admin/") && file.endsWith(".tsx") && !here.endsWith("*") ? [here] : []
    return [...own, ...listScreens(children, here)]
  })
}

const addresses = [...new Set(listScreens(routes))]
const offered = new Set(findScreens("").map(({ href }) => href))
const pattern = (address: string) =>
  new RegExp(`^${address.replace(/\/:\w+\?/g, "(/[^/]+)?").replace(/:\w+/g, "[^/]+")}$`)

describe("the search of the back office", () => {
  test("the search reads the site map", () => {
    expect(addresses.length).toBeGreaterThan(25)
    expect(addresses).toContain("/admin/bookings/jour/:day?")
  })

  const results = toSearchGroups(
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
      quotes: [],
      people: [{ id: "u1", name: "Ada", email: "ada@exemple.example" }],
      products: [{ id: "p1", name: "Juke-box", isActive: false, isArchived: true }],
      period: { from: "2027-06-12", until: "2027-06-12" },
      invoices: [
        { number: "A-2026-0001", kind: "credit-note", issuedOn: "2026-11-02", bookingNumber: 12, clientName: "Ada" },
      ],
      more: { bookings: false, quotes: false, people: false, products: false, invoices: false },
    },
    "ada",
  ).flatMap(({ results }) => results)

  // Screens reached from another one: a booking's printed sheet, a mail's list, a product's letter.
  const reachedFromAnother = [
    "/admin/recherche",
    "/admin/bookings/:id/fiche",
    "/admin/codes-promo/:code",
    "/admin/devis/:number/modifier",
    "/admin/bookings/:number/etat-des-lieux/:leg",
    "/admin/mails/modeles/:template",
    "/admin/products/:id/exemplaires/:number",
    "/admin/products/:id/formules/:plan",
    "/admin/products/:id/lettre",
    "/admin/aide/:task",
    "/admin/finance/releves/colonnes/:id",
    "/admin/finance/releves/ligne/:id",
  ]
  test.each(addresses.filter((address) => !reachedFromAnother.includes(address)))(
    "the search leads to %s",
    (address) => {
      const hrefs = [...offered, ...results.map(({ href }) => href)]
      expect(hrefs.filter((href) => pattern(address).test(href))).not.toEqual([])
    },
  )

  test("the search leads nowhere else", () => {
    expect(
      [...offered].filter(
        (href) =>
          href !== "/deconnexion" && !addresses.some((address) => pattern(address).test(href.split("?")[0] ?? "")),
      ),
    ).toEqual([])
  })

  test("the search leads from an invoice's number to the invoice, which links to its booking", () => {
    expect(results).toContainEqual({
      href: "/admin/finance/factures?q=A-2026-0001",
      label: "A-2026-0001, Ada",
      detail: "Avoir, 2 novembre 2026, réservation n°\u00a012",
    })
  })

  test("the search marks an archived product", () => {
    expect(results).toContainEqual({ href: "/admin/products/p1", label: "Juke-box", detail: "archivé" })
  })

  test("the menu and the tools lead to every screen that no other screen opens", () => {
    const links = [...adminGroups.flat(), ...toolGroups.flatMap(({ tools }) => tools)].map(({ to }) => to)
    const openedFromLists = [screens.bookingsList, screens.newBooking, screens.newQuote, screens.newProduct]
    expect(new Set(links).size).toBe(links.length)
    expect([...links, ...openedFromLists.map(({ to }) => to), screens.search.to].toSorted()).toEqual(
      Object.values(screens)
        .map(({ to }) => to)
        .toSorted(),
    )
    expect(adminGroups.flat()).toHaveLength(16)
  })

  test("the search names a screen as its title and sidebar entry do", () => {
    const names = new Map(findScreens("").map(({ href, label }) => [href, label]))
    for (const { to, title } of adminGroups.flat()) expect(names.get(to)).toBe(title)
    for (const { to, title } of Object.values(screens).filter(({ to }) => to !== "/admin/recherche"))
      expect(names.get(to)).toBe(title)
  })

  test("the search matches a screen by a part of its name, whatever the accents", () => {
    expect(findScreens("etiquettes")).toEqual([
      { href: "/admin/manuals/etiquettes", label: "Étiquettes des notices", detail: "" },
    ])
    expect(findScreens("depart").map(({ href }) => href)).toEqual(["/admin/bookings/jour"])
  })

  test.each([
    ["planning", "/admin/availability?vue=planning"],
    ["calendrier", "/admin/availability?vue=planning"],
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
  ])("the search understands an owner's word: « %s »", (typed, href) => {
    expect(findScreens(typed).map((result) => result.href)).toContain(href)
  })

  test("the search lists a screen with that name before others that match the word", () => {
    expect(findScreens("contact").map(({ label }) => label)).toEqual(["Messages"])
    expect(findScreens("planning")[0]).toEqual({
      href: "/admin/availability?vue=planning",
      label: "Planning",
      detail: "disponibilités",
    })
    expect(findScreens("options").map(({ label }) => label)[0]).toBe("Options")
    expect(findScreens("mois export")).toEqual([])
  })
})
