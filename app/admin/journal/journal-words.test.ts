import { readFileSync, readdirSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { type ESTree, Visitor, parseSync } from "rolldown/utils"
import { detailNames } from "../../../domain/journal/detail-names.ts"
import { detailFields } from "./detail-fields.ts"
import { detailLines } from "./detail-words.ts"
import { historyHref, journalHref, readJournalUrl } from "./url.ts"
import { actWords, actionsSaying, journalWords, matters } from "../kit/journal/journal-words.ts"

/** "faq.removed" and the like in the files of the server that write events, wherever they stand in them. */
function recordedActions(): Set<string> {
  const actions = new Set<string>()
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter(
    (file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file),
  )
  for (const file of files) {
    const source = readFileSync(`server/${file}`, "utf8")
    if (!/\brecord(Event|Edit)\b/.test(source)) continue
    const { program } = parseSync(file, source)
    new Visitor({
      Literal({
        value,
      }:
        | ESTree.StringLiteral
        | ESTree.NumericLiteral
        | ESTree.BooleanLiteral
        | ESTree.NullLiteral
        | ESTree.BigIntLiteral
        | ESTree.RegExpLiteral) {
        if (typeof value === "string" && /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(value)) actions.add(value)
      },
    }).visit(program)
  }
  // What was removed comes back under a name of its own (server/undo/undo.ts).
  for (const action of actions)
    if (/\b(image-)?removed$/.test(action)) actions.add(action.replace(/[a-z-]+$/, "put-back"))
  return actions
}

describe("The words of the journal", () => {
  test("say every act that the server records", () => {
    const actions = [...recordedActions()]
    expect(actions).toContain("faq.removed")
    expect(actions).toContain("contact.restored")
    expect(actions.length).toBeGreaterThan(30)
    expect(actions.filter((action) => !Object.hasOwn(journalWords, action)).toSorted()).toEqual([])
  })

  test("put every act into a matter by which it can be found", () => {
    const nouns = Object.values(matters).flatMap((matter): readonly string[] => matter.nouns)
    expect(Object.keys(journalWords).filter((action) => !nouns.includes(action.split(".")[0] ?? ""))).toEqual([])
  })

  test("tell an act that nobody has words for by its name", () => {
    expect(actWords("moon.landed")).toBe("a fait «\u00a0moon.landed\u00a0»")
    expect(actWords("constructor")).toBe("a fait «\u00a0constructor\u00a0»")
  })

  test("are searched without accents", () => {
    expect(actionsSaying("DEPLACE")).toEqual(expect.arrayContaining(["faq.moved", "testimonial.moved"]))
    expect(actionsSaying("DEPLACE")).not.toContain("faq.saved")
    expect(actionsSaying("")).toEqual([])
  })
})

describe("What an act changed", () => {
  test("is told before and after, in words", () => {
    const told = detailLines({
      before: { price: 25_000, isActive: false },
      after: { price: 26_050, isActive: true },
      version: "2027-05-01T09:00:00Z",
    })
    expect(told.map(({ label, before, after }) => [label, before, after].join(" | ").replaceAll(/\s/g, " "))).toEqual([
      "Prix | 250 € | 260,50 €",
      "Visible dans le catalogue | non | oui",
    ])
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
    for (const name of detailNames) {
      const field = detailFields[name]
      if (field === "unsaid") continue
      expect(field.label, name).toMatch(/^[A-ZÀ-Ý][^_]*$/)
      if (!sameWord.has(name)) expect(field.label.toLowerCase(), name).not.toBe(name.toLowerCase())
    }
  })

  test("is written as what it is", () => {
    const told = (details: Record<string, unknown>, names = {}) =>
      detailLines(details, names).map(({ label, after }) => `${label}: ${after}`.replaceAll(/[\u00a0\u202f]/g, " "))
    expect(
      told({
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
    expect(told({ changed: ["dates", "place"], totalBefore: 50_000, total: 63_600, difference: 13_600 })).toEqual([
      "Champs modifiés: Dates, Adresse ou livraison",
      "Total d’avant: 500 €",
      "Total: 636 €",
      "Différence: + 136 €",
    ])
    expect(told({ order: [first, second, gone] }, { [first]: "Miroir", [second]: "Borne" })).toEqual([
      "Ordre: 1. Miroir, 2. Borne",
    ])
    expect(
      told({ order: [gone], group: gone, was: { claims: [] }, mail: gone, version: "2027-05-01T09:00:00.000Z" }),
    ).toEqual([])
    expect(told({ version: 3, title: "CGV" })).toEqual(["Version: 3", "Titre: CGV"])
    expect(
      told({ before: [{ date: "2027-06-12", isAvailable: false, reason: "Salon" }], days: ["2027-06-12"] }),
    ).toEqual(["Avant: 12 juin 2027, bloqué (Salon)", "Jours: samedi 12 juin 2027"])
    expect(told({ before: { sections: [{ title: "Allumer" }], manualUrl: null }, changed: ["sections"] })).toEqual([
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
