export type LegalFact = { value: string | null; neutral: string }
export type LegalFacts = Readonly<Record<string, LegalFact>>

type FilledTemplate = {
  text: string
  unknown: string[]
}

const condition = /\{\{#si ([^{}]*)\}\}((?:(?!\{\{[#/]si)[^])*?)\{\{\/si\}\}/g
const alternative = "{{sinon}}"
const placeholder = /\{\{([^{}]*)\}\}/g

/** Visitors never see braces or gaps, whatever the template contains (D24). */
export function fillTemplate(template: string, facts: LegalFacts): FilledTemplate {
  const unknown: string[] = []
  const lookUpFact = (name: string) => {
    const fact = Object.hasOwn(facts, name.trim()) ? facts[name.trim()] : undefined
    if (!fact) unknown.push(name.trim())
    return fact
  }
  const resolveConditions = (text: string): string => {
    const resolved = text.replace(condition, (_, name: string, body: string) => {
      const [yes, no] = body.split(alternative)
      return (lookUpFact(name)?.value == null ? no : yes) ?? ""
    })
    // Innermost first, because conditions nest.
    return resolved === text ? text : resolveConditions(resolved)
  }
  const resolved = resolveConditions(template)
  const filled = resolved.replace(placeholder, (_, name: string) => {
    const fact = lookUpFact(name)
    return fact ? (fact.value ?? fact.neutral) : ""
  })
  const text = filled.replace(/\{\{|\}\}/g, (braces) => {
    unknown.push(braces)
    return ""
  })
  return { text: tidy(text), unknown: [...new Set(unknown)] }
}

function tidy(text: string): string {
  return text
    .replace(/[ \t]+$/gm, "")
    .replace(/^[-*] *$\n?/gm, "")
    .replace(/\n{3,}/g, "\n\n")
    .trim()
}
