import { Marked, type MarkedExtension, type Token, type Tokens, type TokensList } from "marked"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"
import { unbrokenParts } from "../../../isomorphic/text/unbroken.ts"
import { environment } from "../environment.server.ts"
import { externalHref, sanitise } from "./sanitise.ts"

export type MarkdownHeading = { id: string; text: string; level: number }

export type RenderedMarkdown = {
  /** What stands before the first heading, when it was asked for apart; null when there is nothing. */
  lead: SafeHtml | null
  html: SafeHtml
  /** For a table of contents; ids are only there with `anchors`. */
  headings: MarkdownHeading[]
}

export type MarkdownOptions = {
  /** Level of the highest heading of the text, below the one it stands under. */
  topLevel?: 2 | 3 | 4
  /** Headings can be linked to. Not for several texts on one page, whose ids could meet. */
  anchors?: boolean
  /** The text before the first heading comes apart. */
  lead?: boolean
  /** False where a customer's own words stand in the text: an address that was merely typed is no link. */
  bareLinks?: boolean
}

type Heading = Tokens.Heading & { anchor?: string }
/** A table and what it is about: Markdown has no way to say it. */
type CaptionedTable = Tokens.Table & { about?: string }

const MAX_LENGTH = 200_000
const KEPT = 200
const kept = new Map<string, RenderedMarkdown>()
/** Ids that the pages themselves have. */
const taken = ["contenu", "preferences"]

const options: MarkedExtension = {
  gfm: true,
  renderer: {
    heading({ depth, tokens, anchor }: Heading) {
      const id = anchor ? ` id="${anchor}"` : ""
      return `<h${depth}${id}>${this.parser.parseInline(tokens)}</h${depth}>\n`
    },
    text(token) {
      if ("tokens" in token && token.tokens) return this.parser.parseInline(token.tokens)
      return "escaped" in token && token.escaped ? token.text : unbroken(token.text)
    },
    link({ href, title, tokens }) {
      const text = this.parser.parseInline(tokens)
      const about = title ? ` title="${escaped(title)}"` : ""
      const away = externalHref(href, environment.origin) ? '<span class="sr-only"> (nouvelle fenêtre)</span>' : ""
      return `<a href="${escaped(href)}"${about}>${text}${away}</a>`
    },
    // On a phone each row is a small sheet, whose cells say their column; what is wider still scrolls, not the page.
    table({ header, rows, about }: CaptionedTable) {
      const columns = header.map(({ tokens }) => plainText(tokens).trim()).filter(Boolean)
      const caption = `<caption class="sr-only">${escaped(about ?? columns.join(", "))}</caption>`
      const head = header.map(({ tokens }) => `<th scope="col">${this.parser.parseInline(tokens)}</th>`).join("")
      const cell = ({ tokens }: Tokens.TableCell, column: number) => {
        const label = column === 0 ? "" : ` data-label="${escaped(plainText(header[column]?.tokens ?? []))}"`
        return `<td${label}>${this.parser.parseInline(tokens)}</td>`
      }
      const body = rows.map((row) => `<tr>${row.map(cell).join("")}</tr>`).join("\n")
      return `<div class="prose-table"><table>${caption}<thead><tr>${head}</tr></thead><tbody>${body}</tbody></table></div>\n`
    },
  },
}
const marked = new Marked(options)
/** "https://…", "www.…" and "a@b.fr" stay text; what is written as a link is one. */
const withoutBareLinks = new Marked(options, { tokenizer: { url: () => undefined } })

/**
 * Markdown that a person wrote, as markup that can do no harm: a tight list of elements, no scripts, no styles, no
 * pictures from elsewhere, links to other sites in a new window. Headings follow one another without a gap from
 * `topLevel`, whatever number of # was typed. What was rendered before is remembered by its text.
 */
export function renderMarkdown(markdown: string, options: MarkdownOptions = {}): RenderedMarkdown {
  const key = JSON.stringify([options, markdown])
  const known = kept.get(key)
  if (known) return known
  const rendered = render(markdown.slice(0, MAX_LENGTH), options)
  kept.set(key, rendered)
  for (const oldest of kept.keys()) {
    if (kept.size <= KEPT) break
    kept.delete(oldest)
  }
  return rendered
}

/** The words of a text's paragraphs, without its headings, lists, tables and pictures: at least that many characters, if it has them. */
export function plainParagraphs(markdown: string, characters = 500): string {
  const paragraphs: string[] = []
  let length = 0
  for (const token of lexed(markdown.slice(0, MAX_LENGTH))) {
    if (token.type !== "paragraph" || !("tokens" in token) || !token.tokens) continue
    const text = readText(token.tokens).trim()
    if (text !== "") paragraphs.push(text)
    length += text.length
    if (length >= characters) break
  }
  return paragraphs.join(" ")
}

/** As `plainText`, without what one only sees: pictures and tags. */
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
  const tokens = lexed(markdown, bareLinks ? marked : withoutBareLinks)
  const found = headingsIn(tokens)
  const depths = [...new Set(found.map(({ depth }) => depth))].sort((a, b) => a - b)
  const ids = new Set(taken)
  const headings = found.map((heading) => {
    const text = plainText(heading.tokens)
    heading.depth = Math.min(6, topLevel + depths.indexOf(heading.depth))
    const id = anchors ? uniqueId(text, ids) : ""
    if (anchors) heading.anchor = id
    return { id, text, level: heading.depth }
  })
  nameTables(tokens)
  const own = new Set(headings.map(({ id }) => id))
  const first = lead ? tokens.findIndex(({ type }) => type === "heading") : 0
  const split = first === -1 ? 0 : first
  const intro = tokens.slice(0, split)
  return {
    lead: intro.some(({ type }) => type !== "space") ? finished(intro, own) : null,
    html: finished(tokens.slice(split), own),
    headings,
  }
}

/** A table is about what its heading says; the second one under it by its number. */
function nameTables(tokens: readonly Token[]): void {
  let [heading, tables] = ["", 0]
  for (const token of tokens) {
    if (token.type === "heading") [heading, tables] = [plainText((token as Heading).tokens).trim(), 0]
    if (token.type !== "table" || heading === "") continue
    tables++
    const table = token as CaptionedTable
    table.about = tables === 1 ? heading : `${heading}, tableau ${tables}`
  }
}

/** A text nested so deep that reading it would exhaust the stack is shown as it was typed. */
function lexed(markdown: string, reader: Marked = marked): Token[] {
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

function finished(tokens: Token[], ids: ReadonlySet<string>): SafeHtml {
  return sanitise(marked.parser(tokens as TokensList), ids, environment.origin)
}

/** Those inside quotations and lists too: their level counts as much for who goes from heading to heading. */
function headingsIn(tokens: readonly Token[]): Heading[] {
  return tokens.flatMap((token) => {
    if (token.type === "heading") return [token as Heading]
    if (token.type === "list") return headingsIn((token as Tokens.List).items)
    return "tokens" in token && token.tokens ? headingsIn(token.tokens) : []
  })
}

function plainText(tokens: readonly Token[]): string {
  return tokens
    .map((token) =>
      "tokens" in token && token.tokens ? plainText(token.tokens) : "text" in token ? String(token.text) : "",
    )
    .join("")
}

/** "4. Prix et paiement" becomes "4-prix-et-paiement"; the same heading again gets a number. */
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

/** "est-il" and "e-mail" stay on one line. */
function unbroken(text: string): string {
  return unbrokenParts(text)
    .map((part) => (part.unbroken ? `<span class="unbroken">${escaped(part.text)}</span>` : escaped(part.text)))
    .join("")
}

function escaped(text: string): string {
  return text.replace(/&/g, "&amp;").replace(/"/g, "&quot;").replace(/</g, "&lt;").replace(/>/g, "&gt;")
}
