import { readFileSync, readdirSync } from "node:fs"
import { describe, expect, test } from "vitest"
import { type ESTree, Visitor, parseSync } from "rolldown/utils"
import { detailLines } from "./detail-words.ts"
import { historyHref, journalHref, readJournalUrl } from "./journal-url.ts"
import { actWords, actionsSaying, journalWords, matters } from "./journal-words.ts"

/** "faq.removed" and the like in the files of the server that write events, wherever they stand in them. */
function recordedActions(): Set<string> {
  const actions = new Set<string>()
  const files = readdirSync("server", { recursive: true, encoding: "utf8" }).filter((file) => /\.tsx?$/.test(file) && !/\.(test|fixture)\./.test(file))
  for (const file of files) {
    const source = readFileSync(`server/${file}`, "utf8")
    if (!/\brecord(Event|Edit)\b/.test(source)) continue
    const { program } = parseSync(file, source)
    new Visitor({
      Literal({ value }: ESTree.StringLiteral | ESTree.NumericLiteral | ESTree.BooleanLiteral | ESTree.NullLiteral | ESTree.BigIntLiteral | ESTree.RegExpLiteral) {
        if (typeof value === "string" && /^[a-z]+(-[a-z]+)*\.[a-z]+(-[a-z]+)*$/.test(value)) actions.add(value)
      },
    }).visit(program)
  }
  // What was removed comes back under a name of its own (server/undo/undo.ts).
  for (const action of actions) if (/\b(image-)?removed$/.test(action)) actions.add(action.replace(/[a-z-]+$/, "put-back"))
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
    const told = detailLines({ before: { price: 25_000, isActive: false }, after: { price: 26_050, isActive: true }, version: "2027-05-01T09:00:00Z" })
    expect(told.map(({ label, before, after }) => [label, before, after].join(" | ").replaceAll(/\s/g, " "))).toEqual(["Prix par jour | 250 € | 260,50 €", "Actif | non | oui"])
  })

  test("tells a picture by when it was sent, not by its address", () => {
    const url = "/files/public/hero-images/1800000000000-0123456789abcdef.jpg"
    const [line] = detailLines({ changed: ["heroImageUrl"], before: { heroImageUrl: url }, after: { heroImageUrl: null } })
    expect(line).toMatchObject({ label: "Image d’accueil", before: expect.stringMatching(/^image envoyée le .*15 janvier 2027/) as unknown, after: "(vide)" })
  })

  test("names the fields when that is all that is known, what was removed, and any other value", () => {
    expect(detailLines({ changed: ["title", "content"] })).toEqual([{ label: "Champs modifiés", after: "Titre, Contenu" }])
    expect(detailLines({ removed: [{ table: "product_options", row: { name: "Décor" } }, { table: "products", row: { name: "Miroir" } }] })).toEqual([
      { label: "Supprimé", after: "Miroir, Décor" },
    ])
    expect(detailLines({ days: ["2027-06-11", "2027-06-12"], reason: "Révision", before: [] })).toEqual([
      { label: "Jours", after: "du 11 au 12 juin 2027" }, { label: "Motif", after: "Révision" }, { label: "Avant", after: "(vide)" },
    ])
    expect(detailLines({ before: "Ici", after: "Là" })).toEqual([{ label: "Avant", after: "Ici" }, { label: "Après", after: "Là" }])
    expect(detailLines({})).toEqual([])
  })
})

describe("The address of the journal", () => {
  test("holds all that it shows", () => {
    const address = "/admin/journal?q=miroir&personne=00000000-0000-4000-8000-000000000001&genre=produits&du=2027-05-01&au=2027-05-31&avant=120"
    expect(journalHref(readJournalUrl(new URL(address, "http://x").searchParams))).toBe(address)
    expect(readJournalUrl(new URL(historyHref({ kind: "legal-text", id: "cgv" }), "http://x").searchParams).subject).toEqual({ kind: "legal-text", id: "cgv" })
  })

  test("takes what makes no sense as if it were not there", () => {
    const shown = readJournalUrl(new URLSearchParams("personne=1&genre=constructor&du=2027-02-31&avant=-4&apres=x&sujet=a:b:c"))
    expect(journalHref(shown)).toBe("/admin/journal")
  })
})
