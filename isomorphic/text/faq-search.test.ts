import { describe, expect, test } from "vitest"
import { byTheme, matchingQuestions } from "./faq-search.ts"

const questions = [
  { theme: "Réserver", question: "Comment savoir si ma date est libre ?", answer: "Le calendrier est à jour." },
  {
    theme: "Prix et paiement",
    question: "Quand et comment dois-je payer ?",
    answer: "Un acompte de 30 % à la signature, par carte.",
  },
  {
    theme: "Pendant la fête",
    question: "Que faire s’il n’y a plus de papier ?",
    answer: "Une recharge est près de la machine.",
  },
  { theme: "Réserver", question: "Puis-je louer plusieurs jours ?", answer: "Oui, selon vos vœux." },
]
const found = (query: string) => matchingQuestions(questions, query).map((each) => questions.indexOf(each))

describe("a search in the help centre", () => {
  test("finds a word in the question, the answer or the theme", () => {
    expect(found("papier")).toEqual([2])
    expect(found("acompte")).toEqual([1])
    expect(found("fête")).toEqual([2])
  })

  test("does not mind accents, capitals, plurals or the form of a verb @R-faq-questions", () => {
    expect(found("FETE")).toEqual([2])
    expect(found("machines")).toEqual([2])
    expect(found("réservez")).toEqual([0, 3])
    expect(found("fe\u0302te")).toEqual([2])
  })

  test("wants every word that means something, and no other", () => {
    expect(found("comment payer la carte")).toEqual([1])
    expect(found("carte papier")).toEqual([])
    expect(found("avec la machine, 2 papiers")).toEqual([2])
    expect(found("VŒUX")).toEqual([3])
    expect(found("voeu")).toEqual([3])
    // A short word has no ending to lose: "jus" is no "jour", nor "cars" a "carte".
    expect([found("jus"), found("cars")]).toEqual([[], []])
  })

  test("finds everything when nothing was asked, and nothing when nothing fits", () => {
    expect(found("")).toEqual([0, 1, 2, 3])
    expect(found("  ? ! ")).toEqual([0, 1, 2, 3])
    expect(found("licorne")).toEqual([])
  })
})

test("questions are grouped by theme, in the order of the first of each", () => {
  expect(byTheme(questions).map(({ theme, questions }) => [theme, questions.length])).toEqual([
    ["Réserver", 2],
    ["Prix et paiement", 1],
    ["Pendant la fête", 1],
  ])
})
