/** What a legal text may say of the company, as Markdown; `neutral` stands in its place while the owner has not given it. */
export type LegalFact = { value: string | null; neutral: string }
export type LegalFacts = Readonly<Record<string, LegalFact>>

export type FilledTemplate = {
  text: string
  /** Placeholders that are no fact, and conditions that are not closed: mistakes of who wrote the text. */
  unknown: string[]
}

const condition = /\{\{#si ([^{}]*)\}\}((?:(?!\{\{[#/]si)[^])*?)\{\{\/si\}\}/g
const alternative = "{{sinon}}"
const placeholder = /\{\{([^{}]*)\}\}/g

/**
 * Fills the placeholders of a text (D24): `{{entreprise.nom}}` becomes the fact, or its neutral wording;
 * `{{#si entreprise.rcs}}…{{sinon}}…{{/si}}` keeps the first part when the fact is known, else the second, if any.
 * Whatever happens, a visitor reads neither braces nor a gap.
 */
export function fillTemplate(template: string, facts: LegalFacts): FilledTemplate {
  const unknown: string[] = []
  const factOf = (name: string) => {
    const fact = Object.hasOwn(facts, name.trim()) ? facts[name.trim()] : undefined
    if (!fact) unknown.push(name.trim())
    return fact
  }
  const choose = (text: string): string => {
    const chosen = text.replace(condition, (_, name: string, body: string) => {
      const [yes, no] = body.split(alternative)
      return (factOf(name)?.value == null ? no : yes) ?? ""
    })
    // From the inside out: a condition may stand within another.
    return chosen === text ? text : choose(chosen)
  }
  const chosen = choose(template)
  const said = chosen.replace(placeholder, (_, name: string) => {
    const fact = factOf(name)
    return fact ? (fact.value ?? fact.neutral) : ""
  })
  const text = said.replace(/\{\{|\}\}/g, (braces) => {
    unknown.push(braces)
    return ""
  })
  return { text: tidy(text), unknown: [...new Set(unknown)] }
}

/** A condition that kept nothing leaves empty lines, spaces or an empty list item behind. */
function tidy(text: string): string {
  return text
    .replace(/[ \t]+$/gm, "")
    .replace(/^[-*] *$\n?/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}
