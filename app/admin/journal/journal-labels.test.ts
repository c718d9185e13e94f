import { describe, expect, test } from "vitest"
import type { Action } from "../../../domain/journal/acts.ts"
import { actLabel, actLabels, findActions } from "../kit/journal/act-labels.ts"
import { detailFields } from "./detail-fields.ts"
import { detailLines } from "./detail-labels.ts"
import { type Matter, matters, actionNouns, subjectHref } from "../kit/journal/journal-labels.ts"
import { historyHref, journalHref, readJournalUrl } from "./url.ts"

describe("the labels of the journal", () => {
  test("an act of a former kind has a label without its technical name", () => {
    expect(actLabel(null)).toBe("a fait un geste que cette version ne connaît plus")
    expect(actLabel("faq.moved")).toBe("a déplacé une question fréquente")
    expect(actLabel("booking.contract-signed")).toBe("a noté la signature du contrat de la réservation")
    expect(actLabel("booking.contract-signed", "customer")).toBe("a signé le contrat de la réservation")
  })

  test("the labels do not compile when an act, a topic or a subject's page is missing", () => {
    const { "faq.moved": _moved, ...others } = actLabels
    // @ts-expect-error A label is missing.
    const incomplete: Record<Action, string> = others
    expect(Object.keys(incomplete)).toHaveLength(Object.keys(actLabels).length - 1)
    // @ts-expect-error Nobody lands on the moon.
    expect(actLabel("moon.landed")).toBeUndefined()
  })

  test("every act belongs to exactly one topic", () => {
    const nouns = (Object.keys(matters) as Matter[]).flatMap(actionNouns)
    expect(nouns.toSorted()).toEqual([...new Set(Object.keys(actLabels).map((name) => name.split(".")[0]))].toSorted())
  })

  test("the search ignores accents", () => {
    expect(findActions("DEPLACE")).toEqual(expect.arrayContaining(["faq.moved", "testimonial.moved"]))
    expect(findActions("DEPLACE")).not.toContain("faq.saved")
    expect(findActions("")).toEqual([])
  })

  test("an entry links to its subject unless the subject is deleted", () => {
    expect(subjectHref("faq-entry", "1", true)).toBe("/admin/faq?entree=1")
    expect(subjectHref("faq-entry", "1", false)).toBeNull()
    expect(subjectHref("finance-settings", "1", false)).toBe("/admin/finance")
    expect(subjectHref("mail", "1", true)).toBe("/admin/mails?courriel=1")
    expect(subjectHref("export", "1", true)).toBeNull()
  })
})

describe("the changes of a journal entry", () => {
  test("a change shows its values before and after, in words", () => {
    const linesOf = detailLines({
      before: { price: 25_000, isActive: false },
      after: { price: 26_050, isActive: true },
      version: "2027-05-01T09:00:00Z",
    })
    expect(
      linesOf.map(({ label, before, after }) => [label, before, after].join(" | ").replaceAll(/\s/g, " ")),
    ).toEqual(["Prix | 250 € | 260,50 €", "Visible dans le catalogue | non | oui"])
  })

  test("a picture is named by its upload time, not by its address", () => {
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

  test("a change without values names its fields, and removed and unknown values have a text too", () => {
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

describe("the details of a journal entry", () => {
  test("every detail has its own French name, and none that only a programmer understands", () => {
    for (const [name, field] of Object.entries(detailFields)) {
      if (field === "omitted") continue
      expect(field.label, name).toMatch(/^[A-ZÀ-Ý][^_]*$/)
      if (!sameWord.has(name)) expect(field.label.toLowerCase(), name).not.toBe(name.toLowerCase())
    }
  })

  test("every detail is formatted according to its type", () => {
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
    expect(linesOf({ order: [first, second, deletedId] }, { [first]: "Miroir", [second]: "Borne" })).toEqual([
      "Ordre: 1. Miroir, 2. Borne",
    ])
    expect(
      linesOf({
        order: [deletedId],
        group: deletedId,
        was: { claims: [] },
        mail: deletedId,
        version: "2027-05-01T09:00:00.000Z",
      }),
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

  test("an unknown detail, or the id of a deleted subject, shows nothing technical", () => {
    expect(detailLines({ craterDepth: 3, from: deletedId, after: { craterDepth: 3 } })).toEqual([])
    expect(detailLines({ constructor: "x" })).toEqual([])
  })
})

const [first, second, deletedId] = ["1", "2", "3"].map((digit) => `00000000-0000-4000-8000-00000000000${digit}`) as [
  string,
  string,
  string,
]
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

describe("the address of the journal", () => {
  test("the address holds every filter of the screen", () => {
    const address =
      "/admin/journal?q=miroir&personne=00000000-0000-4000-8000-000000000001&genre=produits&du=2027-05-01&au=2027-05-31&avant=120"
    expect(journalHref(readJournalUrl(new URL(address, "http://x").searchParams))).toBe(address)
    expect(
      readJournalUrl(new URL(historyHref({ kind: "legal-text", id: "cgv" }), "http://x").searchParams).subject,
    ).toEqual({ kind: "legal-text", id: "cgv" })
  })

  test("the address ignores invalid values", () => {
    const filters = readJournalUrl(
      new URLSearchParams("personne=1&genre=constructor&du=2027-02-31&avant=-4&apres=x&sujet=a:b:c"),
    )
    expect(journalHref(filters)).toBe("/admin/journal")
  })
})
