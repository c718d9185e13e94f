import { describe, expect, test } from "vitest"
import { textsIn, textsOfProject } from "./texts.ts"
import { type Quoted, untidy } from "./typography.ts"

/** Texts that the specification quotes with plain spaces or straight apostrophes. */
const quoted: readonly Quoted[] = [
  { text: "S'inscrire", section: "2, Auth dialog" },
  { text: "Pas encore de compte ? S'inscrire", section: "2, Auth dialog" },
  { text: "Déjà un compte ? Se connecter", section: "2, Auth dialog" },
  { text: "Centre d'aide", section: "2, Help centre" },
  { text: "Retour à l'accueil", section: "2, About page" },
  { text: "Message envoyé !", section: "2, Contact /contact" },
  { text: "Adresse enregistrée !", section: "2, Booking wizard /book/{id}" },
  { text: "Êtes-vous sûr de vouloir supprimer ce produit ?", section: "5" },
  { text: "Êtes-vous sûr de vouloir supprimer cette option ?", section: "5" },
  { text: "Erreur lors de l'inscription", section: "8" },
  { text: "Erreur lors du téléchargement de l'image", section: "8" },
]

const texts = textsOfProject()
const findUntidy = (text: string) => untidy({ file: "a.tsx", line: 1, text }, quoted)

describe("French typography", () => {
  test("displayed texts have non-breaking spaces before : ; ? ! » and after «, and curved apostrophes", () => {
    expect(texts.length).toBeGreaterThan(5_000)
    expect(texts.flatMap((text) => untidy(text, quoted))).toEqual([])
  })

  test.each(quoted)("a text quoted by section $section of the specification is exempt: $text", ({ text }) => {
    expect(texts.some((each) => each.text.includes(text))).toBe(true)
  })
})

describe("the rule on typography", () => {
  test.each([
    "Vide : sans limite",
    " : le reste",
    "Le « photomaton",
    "un administrateur ?",
    "L'adresse",
    "jusqu'au soir",
    "Erreur lors de l'envoi",
  ])("the rule rejects «%s»", (text) => {
    expect(findUntidy(text)).toEqual([`a.tsx:1: ${text.trim()}`])
  })

  test.each([
    "Vide\u00a0: sans limite",
    "L’adresse",
    "it doesn't",
    "a ? b : c".replaceAll(" ", ""),
    "Message envoyé !",
    "Pas encore de compte ? S'inscrire",
  ])("the rule accepts «%s»", (text) => {
    expect(findUntidy(text)).toEqual([])
  })

  test("the rule reads strings, templates, attributes and tags' contents, and no comment", () => {
    const source =
      '// L\'un\nconst a = "un"\nconst b = `deux ${a} trois`\nconst c = <p title="quatre">cinq&nbsp;: {a} six</p>'
    expect(textsIn("a.tsx", source).map(({ text }) => text.trim())).toEqual([
      "un",
      "deux",
      "trois",
      "quatre",
      "cinq&nbsp;:",
      "six",
    ])
  })
})
