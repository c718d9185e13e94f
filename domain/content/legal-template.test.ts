import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { fillTemplate } from "./legal-template.ts"

const facts = {
  "entreprise.nom": { value: "Guinguette", neutral: "l’entreprise" },
  "entreprise.rcs": { value: null, neutral: "au registre" },
}
const filled = (template: string) => fillTemplate(template, facts)

describe("a legal text", () => {
  test("the text shows the company's facts", () => {
    expect(filled("Le site est édité par {{entreprise.nom}}.")).toEqual({
      text: "Le site est édité par Guinguette.",
      unknown: [],
    })
  })

  test("the text shows a neutral wording for a missing fact", () => {
    expect(filled("Immatriculée {{ entreprise.rcs }}.").text).toBe("Immatriculée au registre.")
  })

  test("the text omits a conditional part, or shows its alternative", () => {
    expect(filled("A.{{#si entreprise.rcs}} RCS : {{entreprise.rcs}}.{{/si}} B.").text).toBe("A. B.")
    expect(
      filled("{{#si entreprise.rcs}}oui{{sinon}}non{{/si}}, {{#si entreprise.nom}}oui{{sinon}}non{{/si}}").text,
    ).toBe("non, oui")
    expect(
      filled("- un\n- {{#si entreprise.rcs}}deux{{/si}}\n- trois\n\n{{#si entreprise.rcs}}x{{/si}}\n\nfin").text,
    ).toBe("- un\n- trois\n\nfin")
  })

  test("the text has no trailing spaces, and no empty item or paragraph", () => {
    expect(filled("A \t \nB\n\n\n\n\n*  \n- {{#si entreprise.rcs}}x{{/si}}").text).toBe("A\nB")
    expect(filled("{{ entreprise.nom }}, {{#si  entreprise.nom }}oui{{/si}}").text).toBe("Guinguette, oui")
    expect(filled("Fin }} ici")).toEqual({ text: "Fin  ici", unknown: ["}}"] })
    expect(filled("{{#si entreprise.rcs}}{{sinon}}{{/si}}{{ toString }}")).toEqual({ text: "", unknown: ["toString"] })
  })

  test("template mistakes are reported and not displayed", () => {
    expect(filled("{{entreprise.nomm}} {{toString}} {{#si inconnu}}x{{/si}}")).toEqual({
      text: "",
      unknown: ["inconnu", "entreprise.nomm", "toString"],
    })
    expect(filled("Un {{#si entreprise.nom}} ouvert").unknown).toEqual(["#si entreprise.nom"])
  })

  test("the text never shows braces, undefined or null", () => {
    const piece = fc.constantFrom(
      "{{entreprise.nom}}",
      "{{#si entreprise.rcs}}",
      "{{#si entreprise.nom}}",
      "{{sinon}}",
      "{{/si}}",
      "{{",
      "}}",
      "mot ",
      "\n",
      "- ",
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 20 }), (pieces) => {
        const { text } = filled(pieces.join(""))
        expect(text).not.toMatch(/\{\{[^{}]*\}\}|undefined|null/)
      }),
    )
  })

  test("nested conditions work, whichever of them fails", () => {
    const facts = { a: { value: "A", neutral: "" }, b: { value: null, neutral: "" } }
    const fill = (template: string) => fillTemplate(template, facts).text
    expect(fill("{{#si a}}un{{#si b}} deux{{sinon}} trois{{/si}}{{sinon}}quatre{{/si}}")).toBe("un trois")
    expect(fill("{{#si b}}un{{#si a}} deux{{/si}}{{sinon}}quatre{{/si}}")).toBe("quatre")
    expect(fillTemplate("{{#si a}}{{#si b}}{{/si}}", facts).unknown).not.toEqual([])
  })
})
