import { Marked, type MarkedExtension, type Token, type Tokens, type TokensList } from "marked"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { splitUnbreakable } from "../../../isomorphic/text/unbreakable.ts"
import { environment } from "../environment.server.ts"
import { isExternalHref, sanitise } from "./sanitise.ts"

type MarkdownHeading = { id: string; text: string; level: number }

type RenderedMarkdown = {
  lead: SafeHtml | null
  html: SafeHtml
  headings: MarkdownHeading[]
}

type MarkdownOptions = {
  topLevel?: 2 | 3 | 4
  /** Not for several texts on one page: ids could collide. */
  anchors?: boolean
  lead?: boolean
  /** False for customers' words: a typed address is no link. */
  bareLinks?: boolean
}

type Heading = Tokens.Heading & { anchor?: string }
type CaptionedTable = Tokens.Table & { caption?: string }

const MAX_LENGTH = 200_000
const MAX_CACHED = 200
const cache = new Map<string, RenderedMarkdown>()
const reservedIds = ["contenu", "preferences"]

const options: MarkedExtension = {
  gfm: true,
  renderer: {
    heading({ depth, tokens, anchor }: Heading) {
      const id = anchor ? ` id="${anchor}"` : ""
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    text(token) {
      if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens)
      return "escaped" in token && token.escaped ? token.text : wrapUnbreakable(token.text)
    },
    link({ href, title, tokens }) {
      const text = this.parser.parseInline(tokens)
      const titleAttribute = title ? ` title="${escapeHtml(title)}"` : ""
      const newWindowHint = isExternalHref(href, environment.origin)
        ? '<span class="sr-only"> (nouvelle fenêtre)</span>'
        : ""
      return `<a href="${escapeHtml(href)}"${titleAttribute}>${text}${newWindowHint}</a>`
    },
    table({ header, rows, caption: captionText }: CaptionedTable) {
      const columns = header.map(({ tokens }) => plainText(tokens).trim()).filter(Boolean)
      const caption = `<caption class="sr-only">${escapeHtml(captionText ?? columns.join(", "))}</caption>`
      const head = header.map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`).join("")
      const cell = ({ tokens }: Tokens.TableCell, column: number) => {
        const label = column === 0 ? "" : ` data-label="${escapeHtml(plainText(header[column]?.tokens ?? []))}"`
        return `<td${label}>${this.parser.parseInline(tokens)}</td>`
      }
      const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("\n")
      return `<div class="prose-table"><table>${caption}<thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`
    },
  },
}
const marked = new Marked(options)
const withoutBareLinks = new Marked(options, { tokenizer: { url: () => undefined } })

/** Safe to insert: no scripts, styles or foreign pictures. */
export function renderMarkdown(markdown: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const key = JSON.stringify([options, markdown])
  const cached = cache.get(key)
  if (cached) return cached
  const rendered = render(markdown.slice(0, MAX_LENGTH), options)
  cache.set(key, rendered)
  for (const oldest of cache.keys()) {
    if (cache.size <= MAX_CACHED) break
    cache.delete(oldest)
  }
  return rendered
}

export function plainParagraphs(markdown: string, characters = 500): string {
  const paragraphs: string[] = []
  let length = 0
  for (const token of lex(markdown.slice(0, MAX_LENGTH))) {
    if (token.type !== "paragraph" || !("tokens" in token) || !token.tokens) continue
    const text = readText(token.tokens).trim()
    if (text !== "") paragraphs.push(text)
    length += text.length
    if (length >= characters) break
  }
  return paragraphs.join(" ")
}

function readText(tokens: readonly Token[]): string {
  return tokens
    .map((token) => {
      if (token.type === "image" || token.type === "html") return ""
      if (token.type === "br") return " "
      return "tokens" in token && token.tokens ? readText(token.tokens) : "text" in token ? String(token.text) : ""
    })
    .join("")
}

function render(
  markdown: string,
  { topLevel = 2, anchors = false, lead = false, bareLinks = true }: MarkdownOptions,
): RenderedMarkdown {
  const tokens = lex(markdown, bareLinks ? marked : withoutBareLinks)
  const headingTokens = findHeadings(tokens)
  const depths = [...new Set(headingTokens.map(({ depth }) => depth))].sort((a, b) => a - b)
  const ids = new Set(reservedIds)
  const headings = headingTokens.map((heading) => {
    const text = plainText(heading.tokens)
    heading.depth = Math.min(6, topLevel + depths.indexOf(heading.depth))
    const id = anchors ? uniqueId(text, ids) : ""
    if (anchors) heading.anchor = id
    return { id, text, level: heading.depth }
  })
  nameTables(tokens)
  const headingIds = new Set(headings.map(({ id }) => id))
  const first = lead ? tokens.findIndex(({ type }) => type === "heading") : 0
  const split = first === -1 ? 0 : first
  const intro = tokens.slice(0, split)
  return {
    lead: intro.some(({ type }) => type !== "space") ? toSafeHtml(intro, headingIds) : null,
    html: toSafeHtml(tokens.slice(split), headingIds),
    headings,
  }
}

function nameTables(tokens: readonly Token[]): void {
  let [heading, tables] = ["", 0]
  for (const token of tokens) {
    if (token.type === "heading") [heading, tables] = [plainText((token as Heading).tokens).trim(), 0]
    if (token.type !== "table" || heading === "") continue
    tables++
    const table = token as CaptionedTable
    table.caption = tables === 1 ? heading : `${heading}, tableau ${tables}`
  }
}

function lex(markdown: string, reader: Marked = marked): Token[] {
  try {
    return reader.lexer(markdown)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [
      {
        type: "paragraph",
        raw: markdown,
        text: markdown,
        tokens: [{ type: "text", raw: markdown, text: markdown, escaped: false }],
      },
    ]
  }
}

function toSafeHtml(tokens: Token[], ids: ReadonlySet<string>): SafeHtml {
  return sanitise(marked.parser(tokens as TokensList), ids, environment.origin)
}

/** Includes headings in lists and quotations: screen readers navigate by them. */
function findHeadings(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token) => {
    if (token.type === "heading") return [token as Heading]
    if (token.type === "list") return findHeadings((token as Tokens.List).items)
    return "tokens" in token && token.tokens ? findHeadings(token.tokens) : []
  })
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? String(token.text) : "",
    )
    .join("")
}

function uniqueId(text: string, ids: Set<string>): string {
  const slug =
    text
      .normalize("NFD")
      .replace(/\p{M}/gu, "")
      .toLowerCase()
      .replace(/[^a-z0-9]+/g, "-")
      .replace(/^-|-$/g, "") || "partie"
  for (let number = 1; ; number++) {
    const id = number === 1 ? slug : `${slug}-${number}`
    if (ids.has(id)) continue
    ids.add(id)
    return id
  }
}

function wrapUnbreakable(text: string): string {
  return splitUnbreakable(text)
    .map((part) =>
      part.isUnbreakable ? `<span class="unbroken">${escapeHtml(part.text)}</span>` : escapeHtml(part.text),
    )
    .join("")
}

function escapeHtml(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
}
