import { describe, expect, test } from "vitest"
import type { Action } from "../../../domain/journal/acts.ts"
import { actLabel, actLabels, actionsMatching } from "../kit/journal/act-labels.ts"
import { detailFields } from "./detail-fields.ts"
import { detailLines } from "./detail-labels.ts"
import { type Matter, matters, nounsOf, subjectHref } from "../kit/journal/journal-labels.ts"
import { historyHref, journalHref, readJournalUrl } from "./url.ts"

describe("The words of the journal", () => {
  test("say an act of former times without its technical name", () => {
    expect(actLabel(null)).toBe("a fait un geste que cette version ne connaît plus")
    expect(actLabel("faq.moved")).toBe("a déplacé une question fréquente")
    expect(actLabel("booking.contract-signed")).toBe("a noté la signature du contrat de la réservation")
    expect(actLabel("booking.contract-signed", "customer")).toBe("a signé le contrat de la réservation")
  })

  test("do not compile without an act, a matter or a page for each kind of subject", () => {
    const { "faq.moved": _moved, ...others } = actLabels
    // @ts-expect-error A label is missing.
    const incomplete: Record<Action, string> = others
    expect(Object.keys(incomplete)).toHaveLength(Object.keys(actLabels).length - 1)
    // @ts-expect-error Nobody lands on the moon.
    expect(actLabel("moon.landed")).toBeUndefined()
  })

  test("put every act into one matter by which it can be found", () => {
    const nouns = (Object.keys(matters) as Matter[]).flatMap(nounsOf)
    expect(nouns.toSorted()).toEqual([...new Set(Object.keys(actLabels).map((name) => name.split(".")[0]))].toSorted())
  })

  test("are searched without accents", () => {
    expect(actionsMatching("DEPLACE")).toEqual(expect.arrayContaining(["faq.moved", "testimonial.moved"]))
    expect(actionsMatching("DEPLACE")).not.toContain("faq.saved")
    expect(actionsMatching("")).toEqual([])
  })

  test("lead to what an act was done to, unless it has gone", () => {
    expect(subjectHref("faq-entry", "1", true)).toBe("/admin/faq?entree=1")
    expect(subjectHref("faq-entry", "1", false)).toBeNull()
    expect(subjectHref("finance-settings", "1", false)).toBe("/admin/finance")
    expect(subjectHref("mail", "1", true)).toBe("/admin/mails?courriel=1")
    expect(subjectHref("export", "1", true)).toBeNull()
  })
})

describe("What an act changed", () => {
  test("is told before and after, in words", () => {
    const linesOf = detailLines({
      before: { price: 25_000, isActive: false },
      after: { price: 26_050, isActive: true },
      version: "2027-05-01T09:00:00Z",
    })
    expect(
      linesOf.map(({ label, before, after }) => [label, before, after].join(" | ").replaceAll(/\s/g, " ")),
    ).toEqual(["Prix | 250 € | 260,50 €", "Visible dans le catalogue | non | oui"])
  })

  test("tells a picture by when it was sent, not by its address", () => {
    const url = "/files/public/hero-images/1800000000000-0123456789abcdef.jpg"
    const [line] = detailLines({
      changed: ["heroImageUrl"],
      before: { heroImageUrl: url },
      after: { heroImageUrl: null },
    })
    expect(line).toMatchObject({
      label: "Image d’accueil",
      before: expect.stringMatching(/^image envoyée le .*15 janvier 2027/) as unknown,
      after: "aucune",
    })
  })

  test("names the fields when that is all that is known, what was removed, and any other value", () => {
    expect(detailLines({ changed: ["title", "content"] })).toEqual([
      { label: "Champs modifiés", after: "Titre, Contenu" },
    ])
    expect(
      detailLines({
        removed: [
          { table: "product_options", row: { name: "Décor" } },
          { table: "products", row: { name: "Miroir" } },
        ],
      }),
    ).toEqual([{ label: "Supprimé", after: "Miroir, Décor" }])
    expect(detailLines({ days: ["2027-06-11", "2027-06-12"], reason: "Révision", before: [] })).toEqual([
      { label: "Avant", after: "aucun n’était bloqué" },
      { label: "Jours", after: "du 11 au 12 juin 2027" },
      { label: "Motif", after: "Révision" },
    ])
    expect(detailLines({})).toEqual([])
  })
})

describe("Every detail", () => {
  test("has a French name of its own, and none that only a programmer reads", () => {
    for (const [name, field] of Object.entries(detailFields)) {
      if (field === "unsaid") continue
      expect(field.label, name).toMatch(/^[A-ZÀ-Ý][^_]*$/)
      if (!sameWord.has(name)) expect(field.label.toLowerCase(), name).not.toBe(name.toLowerCase())
    }
  })

  test("is written as what it is", () => {
    const linesOf = (details: Record<string, unknown>, names = {}) =>
      detailLines(details, names).map(({ label, after }) => `${label}: ${after}`.replaceAll(/[\u00a0\u202f]/g, " "))
    expect(
      linesOf({
        before: {},
        after: {
          vatRate: 2000,
          downPaymentPercent: 30,
          vatOnDebits: true,
          iban: "FR7630006000011234567890189",
          pendingExpiryDays: 1,
        },
      }),
    ).toEqual([
      "Taux de TVA: 20 %",
      "TVA sur les débits: oui",
      "Acompte: 30 %",
      "Demande sans réponse: 1 jour",
      "IBAN: FR76 3000 6000 0112 3456 7890 189",
    ])
    expect(linesOf({ changed: ["dates", "place"], totalBefore: 50_000, total: 63_600, difference: 13_600 })).toEqual([
      "Champs modifiés: Dates, Adresse ou livraison",
      "Total d’avant: 500 €",
      "Total: 636 €",
      "Différence: + 136 €",
    ])
    expect(linesOf({ order: [first, second, gone] }, { [first]: "Miroir", [second]: "Borne" })).toEqual([
      "Ordre: 1. Miroir, 2. Borne",
    ])
    expect(
      linesOf({ order: [gone], group: gone, was: { claims: [] }, mail: gone, version: "2027-05-01T09:00:00.000Z" }),
    ).toEqual([])
    expect(linesOf({ version: 3, title: "CGV" })).toEqual(["Version: 3", "Titre: CGV"])
    expect(
      linesOf({ before: [{ date: "2027-06-12", isAvailable: false, reason: "Salon" }], days: ["2027-06-12"] }),
    ).toEqual(["Avant: 12 juin 2027, bloqué (Salon)", "Jours: samedi 12 juin 2027"])
    expect(linesOf({ before: { sections: [{ title: "Allumer" }], manualUrl: null }, changed: ["sections"] })).toEqual([
      "Champs modifiés: Sections",
      "Adresse de la notice, avant: (vide)",
      "Sections, avant: Allumer",
    ])
  })

  test("under a name of former times, or that an id has lost, says nothing rather than something technical", () => {
    expect(detailLines({ craterDepth: 3, from: gone, after: { craterDepth: 3 } })).toEqual([])
    expect(detailLines({ constructor: "x" })).toEqual([])
  })
})

const [first, second, gone] = ["1", "2", "3"].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
]
/** Words that both languages write alike. */
const sameWord = new Set([
  "dates",
  "options",
  "stock",
  "description",
  "sections",
  "version",
  "question",
  "total",
  "iban",
  "bic",
])

describe("The address of the journal", () => {
  test("holds all that it shows", () => {
    const address =
      "/admin/journal?q=miroir&personne=00000000-0000-4000-8000-000000000001&genre=produits&du=2027-05-01&au=2027-05-31&avant=120"
    expect(journalHref(readJournalUrl(new URL(address, "http://x").searchParams))).toBe(address)
    expect(
      readJournalUrl(new URL(historyHref({ kind: "legal-text", id: "cgv" }), "http://x").searchParams).subject,
    ).toEqual({ kind: "legal-text", id: "cgv" })
  })

  test("takes what makes no sense as if it were not there", () => {
    const shown = readJournalUrl(
      new URLSearchParams("personne=1&genre=constructor&du=2027-02-31&avant=-4&apres=x&sujet=a:b:c"),
    )
    expect(journalHref(shown)).toBe("/admin/journal")
  })
})
