import { Marked, type Token, type Tokens } from "marked"

/** Text is passed as data and never pasted into a template, so nothing needs escaping. */
type Inline =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "emphasis" | "struck"; children: Inline[] }
  | { kind: "break" }

type Block =
  | { kind: "heading"; level: number; children: Inline[] }
  | { kind: "paragraph"; children: Inline[] }
  | { kind: "list"; start: number | null; items: Block[][] }
  | { kind: "quote"; children: Block[] }
  | { kind: "table"; align: ("left" | "right" | "center")[]; head: Inline[][]; rows: Inline[][][] }
  | { kind: "code"; text: string }
  | { kind: "rule" }

const marked = new Marked({ gfm: true })

/** Typst fails on deeper nesting. */
const MAX_DEPTH = 8
const TOP_LEVEL = 2

/** Links are printed, never clickable: a customer's URL must not become ours. */
export function markdownContent(markdown: string, origin: string): Block[] {
  const tokens = lex(markdown, origin)
  const depths = [...new Set(headingDepths(tokens))].sort((a, b) => a - b)
  return blocks(tokens, 0, (depth) => Math.min(6, TOP_LEVEL + Math.max(0, depths.indexOf(depth))))
}

function lex(markdown: string, origin: string): Token[] {
  try {
    const tokens = marked.lexer(markdown)
    marked.walkTokens(tokens, (token) => {
      if (token.type === "link" && /^\/(?!\/)/.test(token.href)) token.href = origin + token.href
    })
    return tokens
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    return [{ type: "paragraph", raw: markdown, text: markdown }]
  }
}

function headingDepths(tokens: readonly Token[]): number[] {
  return tokens.flatMap((token) => (token.type === "heading" ? [(token as Tokens.Heading).depth] : []))
}

function blocks(tokens: readonly Token[], depth: number, toLevel: (depth: number) => number): Block[] {
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
        const children = inlines(heading.tokens, 0)
        return depth === 0
          ? [{ kind: "heading", level: toLevel(heading.depth), children }]
          : [paragraph([{ kind: "strong", children }])]
      }
      case "paragraph":
      case "text":
        return [
          paragraph("tokens" in token && token.tokens ? inlines(token.tokens, 0) : [textLeaf(token.text ?? token.raw)]),
        ]
      case "list": {
        const { ordered, start, items } = token as Tokens.List
        return [
          {
            kind: "list",
            start: ordered ? start || 1 : null,
            items: items.map((item) => blocks(item.tokens, depth + 1, toLevel)),
          },
        ]
      }
      case "blockquote":
        return [{ kind: "quote", children: blocks((token as Tokens.Blockquote).tokens, depth + 1, toLevel) }]
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
        const label = inlines(words, depth + 1)
        const repeatsAddress =
          /^(mailto|tel):/i.test(href) || decodeEntities(text) === decodeEntities(href) || href.endsWith(`//${text}`)
        return repeatsAddress ? label : [...label, { kind: "text", text: ` (${href})` }]
      }
      case "image":
        return [textLeaf((token as Tokens.Image).text)]
      case "html":
        return /^<br\s*\/?>$/i.test(token.raw.trim()) ? [{ kind: "break" }] : [{ kind: "text", text: token.raw }]
      case "escape":
        return [{ kind: "text", text: decodeEntities((token as Tokens.Escape).text) }]
      default:
        return "tokens" in token && token.tokens
          ? inlines(token.tokens, depth + 1)
          : [textLeaf("text" in token ? String(token.text) : token.raw)]
    }
  })
}

function paragraph(children: Inline[]): Block {
  return { kind: "paragraph", children }
}

function textLeaf(text: string): Inline {
  return { kind: "text", text: decodeEntities(text).replace(/\s*\n\s*/g, " ") }
}

const namedEntities: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: "\u00a0",
}

function decodeEntities(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|(\w{2,6}));/g, (whole, code: string | undefined, name: string | undefined) => {
    if (name !== undefined) return namedEntities[name] ?? whole
    const point = Number(code)
    return point > 0 && point <= 0x10ffff ? String.fromCodePoint(point) : whole
  })
}
