import { globSync, readFileSync } from "node:fs"
import { type ESTree, Visitor, parseSync } from "rolldown/utils"

/** A string, a template's part or a tag's content that a person may read. */
export type Text = { file: string; line: number; text: string }

const sources = [
  "app/**/*.{ts,tsx}",
  "domain/**/*.ts",
  "isomorphic/**/*.ts",
  "server/outside/mails/**/*.{ts,tsx}",
  "server/platform/documents/*-{page,pdf}.ts",
]

export function textsOfProject(): Text[] {
  return sources
    .flatMap((pattern) => globSync(pattern))
    .filter((file) => !/\.test\.tsx?$/.test(file))
    .flatMap((file) => textsIn(file, readFileSync(file, "utf8")))
}

export function textsIn(file: string, source: string): Text[] {
  const texts: Text[] = []
  const collect = (node: { start: number }, text: string) => {
    if (text.trim() !== "")
      texts.push({ file, line: source.slice(0, node.start).split("\n").length, text: text.replace(/[ \t\r\n]+/g, " ") })
  }
  // SQL has the signs of its own language.
  const queries = new Set<number>()
  const { program } = parseSync(file, source)
  new Visitor({
    Literal(node: ESTree.Expression) {
      if (node.type === "Literal" && typeof node.value === "string") collect(node, node.value)
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === "Identifier" && tag.name === "sql") for (const { start } of quasi.quasis) queries.add(start)
    },
    TemplateElement(node) {
      if (!queries.has(node.start)) collect(node, node.value.cooked ?? "")
    },
    JSXText(node) {
      collect(node, node.value)
    },
  }).visit(program)
  return texts
}
