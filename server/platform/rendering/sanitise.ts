import sanitizeHtml from "sanitize-html"
import type { SafeHtml } from "../../../isomorphic/safe-html.ts"

const headings = ["h2", "h3", "h4", "h5", "h6"]

/** Removes ids outside `ids`, since one could shadow the page's own. */
export function sanitise(markup: string, ids: ReadonlySet<string>, origin: string): SafeHtml {
  const unusedIds = new Set(ids)
  const clean = sanitizeHtml(markup, {
    allowedTags: [
      ...headings,
      "p",
      "br",
      "hr",
      "ul",
      "ol",
      "li",
      "strong",
      "em",
      "del",
      "sup",
      "sub",
      "blockquote",
      "code",
      "pre",
      "a",
      "img",
      "table",
      "caption",
      "thead",
      "tbody",
      "tr",
      "th",
      "td",
      "div",
      "span",
    ],
    nonTextTags: ["script", "style", "textarea", "option", "noscript", "title", "template", "iframe", "object"],
    allowedAttributes: {
      a: ["href", "title", "rel", "target"],
      img: ["src", "alt", "title", "width", "height", "loading"],
      ol: ["start"],
      th: ["scope"],
      td: ["data-label"],
      div: ["tabindex", "role", "aria-label"],
      ...Object.fromEntries(headings.map((tag) => [tag, ["id"]])),
    },
    allowedClasses: { span: ["sr-only", "unbroken"], caption: ["sr-only"], div: ["prose-table"] },
    allowedSchemes: ["http", "https", "mailto", "tel"],
    allowedSchemesByTag: { img: [] },
    allowProtocolRelative: false,
    transformTags: {
      h1: () => ({ tagName: "h2", attribs: {} }),
      b: "strong",
      i: "em",
      a: (tagName, { href, title }) => ({ tagName, attribs: linkAttributes(href, title, origin) }),
      img: (tagName, { src, alt, title, width, height }) => ({
        tagName,
        attribs: {
          ...(src && isOurPicture(src) ? { src } : {}),
          alt: alt ?? "",
          loading: "lazy",
          ...(title && { title }),
          ...(/^\d{1,4}$/.test(width ?? "") && /^\d{1,4}$/.test(height ?? "") ? { width, height } : {}),
        } as Record<string, string>,
      }),
      // Keyboard users must reach what scrolls.
      div: (tagName, attribs) => ({
        tagName,
        attribs:
          attribs["class"] === "prose-table"
            ? { class: "prose-table", tabindex: "0", role: "group", "aria-label": "Tableau" }
            : ({} as Record<string, string>),
      }),
      ...Object.fromEntries(
        headings.map((heading) => [
          heading,
          (tagName: string, { id }: sanitizeHtml.Attributes) => ({
            tagName,
            attribs: (id && unusedIds.delete(id) ? { id } : {}) as Record<string, string>,
          }),
        ]),
      ),
    },
    exclusiveFilter: ({ tag, attribs }) => tag === "img" && !attribs["src"],
  })
  return clean as SafeHtml
}

export function isExternalHref(href: string, origin: string): boolean {
  if (!/^https?:/i.test(href.trim()) || !URL.canParse(href)) return false
  return new URL(href).origin !== origin
}

function linkAttributes(href: string | undefined, title: string | undefined, origin: string): Record<string, string> {
  if (!href) return {}
  const targetAttributes: Record<string, string> = isExternalHref(href, origin)
    ? { target: "_blank", rel: "noopener noreferrer" }
    : {}
  return { href, ...(title && { title }), ...targetAttributes }
}

function isOurPicture(src: string): boolean {
  return /^\/(files|illustrations)\/[\w./-]+$/.test(src) && !src.includes("..")
}
