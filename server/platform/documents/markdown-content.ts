import { Marked, type Token, type Tokens } from "marked"

/**
 * The owner's Markdown as a tree of text, which `maison.typ` draws. The text stays text from here to the page: it is
 * handed over as data and never pasted into a template, so there is nothing to escape and nothing that could get out.
 */
export type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "emphasis" | "struck"; children: Inline[] }
  | { kind: "break" }

export type Block =
  | { kind: "heading"; level: number; children: Inline[] }
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "list"; start: number | null; items: Block[][] }
  | { kind: "quote"; children: Block[] }
  | { kind: "table"; align: ("left" | "right" | "center")[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string }
  | { kind: "rule" }

const marked = new Marked({ gfm: true })

/** Deeper than people write; Typst gives up on calls nested much deeper. What is inside then is plain text. */
const MAX_DEPTH = 8
/** The title of the document is level 1. */
const TOP_LEVEL = 2

/**
 * Headings follow one another without a gap, whatever number of # was typed. A link is printed as its words with the
 * address in brackets, and nothing in a document can be clicked: paper cannot, and a customer's "https://…" must not
 * become a link of ours. An address of the shop itself is printed with `origin`: on paper "/legal/cgv" leads nowhere. HTML
 * is printed as it was typed.
 */
export function markdownContent(markdown: string, origin: string): Block[] {
  const tokens = lexed(markdown, origin)
  const depths = [...new Set(headingDepths(tokens))].sort((a, b) => a - b)
  return blocks(tokens, 0, (depth) => Math.min(6, TOP_LEVEL + Math.max(0, depths.indexOf(depth))))
}

function lexed(markdown: string, origin: string): Token[] {
  try {
    const tokens = marked.lexer(markdown)
    marked.walkTokens(tokens, (token) => {
      if (token.type === "link" && /^\/(?!\/)/.test(token.href)) token.href = origin + token.href
    })
    return tokens
  } catch (error) {
    // Nested so deep that reading it would exhaust the stack.
    if (!(error instanceof RangeError)) throw error
    return [{ type: "paragraph", raw: markdown, text: markdown }]
  }
}

function headingDepths(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token) => (token.type === "heading" ? [(token as Tokens.Heading).depth] : []))
}

function blocks(tokens: readonly Token[], depth: number, levelOf: (depth: number) => number): Block[] {
  if (depth >= MAX_DEPTH)
    return [
      paragraph([
        {
          kind: "text",
          text: tokens
            .map(({ raw }) => raw)
            .join("")
            .trim(),
        },
      ]),
    ]
  return tokens.flatMap((token): Block[] => {
    switch (token.type) {
      case "heading": {
        const heading = token as Tokens.Heading
        // Inside a list or a quotation it is no part of the contract's outline.
        const children = inlines(heading.tokens, 0)
        return depth === 0
          ? [{ kind: "heading", level: levelOf(heading.depth), children }]
          : [paragraph([{ kind: "strong", children }])]
      }
      case "paragraph":
      case "text":
        return [
          paragraph("tokens" in token && token.tokens ? inlines(token.tokens, 0) : [leaf(token.text ?? token.raw)]),
        ]
      case "list": {
        const { ordered, start, items } = token as Tokens.List
        return [
          {
            kind: "list",
            start: ordered ? start || 1 : null,
            items: items.map((item) => blocks(item.tokens, depth + 1, levelOf)),
          },
        ]
      }
      case "blockquote":
        return [{ kind: "quote", children: blocks((token as Tokens.Blockquote).tokens, depth + 1, levelOf) }]
      case "table": {
        const { header, rows } = token as Tokens.Table
        return [
          {
            kind: "table",
            align: header.map(({ align }) => align ?? "left"),
            head: header.map((cell) => inlines(cell.tokens, 0)),
            rows: rows.map((row) => row.map((cell) => inlines(cell.tokens, 0))),
          },
        ]
      }
      case "code":
        return [{ kind: "code", text: (token as Tokens.Code).text }]
      case "hr":
        return [{ kind: "rule" }]
      case "space":
      case "def":
        return []
      default:
        return [paragraph([{ kind: "text", text: token.raw.trim() }])]
    }
  })
}

function inlines(tokens: readonly Token[], depth: number): Inline[] {
  if (depth >= MAX_DEPTH) return [{ kind: "text", text: tokens.map(({ raw }) => raw).join("") }]
  return tokens.flatMap((token): Inline[] => {
    switch (token.type) {
      case "strong":
        return [{ kind: "strong", children: inlines((token as Tokens.Strong).tokens, depth + 1) }]
      case "em":
        return [{ kind: "emphasis", children: inlines((token as Tokens.Em).tokens, depth + 1) }]
      case "del":
        return [{ kind: "struck", children: inlines((token as Tokens.Del).tokens, depth + 1) }]
      case "br":
        return [{ kind: "break" }]
      case "codespan":
        return [{ kind: "code", text: (token as Tokens.Codespan).text }]
      case "link": {
        const { href, text, tokens: words } = token as Tokens.Link
        const shown = inlines(words, depth + 1)
        const said = /^(mailto|tel):/i.test(href) || decoded(text) === decoded(href) || href.endsWith(`//${text}`)
        return said ? shown : [...shown, { kind: "text", text: ` (${href})` }]
      }
      case "image":
        return [leaf((token as Tokens.Image).text)]
      case "html":
        return /^<br\s*\/?>$/i.test(token.raw.trim()) ? [{ kind: "break" }] : [{ kind: "text", text: token.raw }]
      case "escape":
        return [{ kind: "text", text: decoded((token as Tokens.Escape).text) }]
      default:
        return "tokens" in token && token.tokens
          ? inlines(token.tokens, depth + 1)
          : [leaf("text" in token ? String(token.text) : token.raw)]
    }
  })
}

function paragraph(children: Inline[]): Block {
  return { kind: "paragraph", children }
}

/** Markdown lets a line of a paragraph end anywhere. */
function leaf(text: string): Inline {
  return { kind: "text", text: decoded(text).replace(/\s*\n\s*/g, " ") }
}

const named: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: "\u00a0" }

/** Markdown knows the entities of HTML: those that people type. */
function decoded(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|(\w{2,6}));/g, (whole, code: string | undefined, name: string | undefined) => {
    if (name !== undefined) return named[name] ?? whole
    const point = Number(code)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
