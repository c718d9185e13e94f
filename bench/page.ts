import { deferredType } from "../app/http/hydrate-after-paint.ts"

type PageFiles = { scripts: string[]; styles: string[]; fonts: string[]; images: PageImage[] }

export type PageImage = { src: string; sources: { type: string; addresses: string[]; sizes: string }[] }

type Tag = { name: string; attributes: ReadonlyMap<string, string>; text: string }

export function filesOf(html: string): PageFiles {
  const tags = tagsIn(html)
  const links = tags.filter(({ name }) => name === "link")
  const linked = (rel: string, as?: string) =>
    links
      .filter(({ attributes }) => attributes.get("rel") === rel && (as === undefined || attributes.get("as") === as))
      .map(readAttribute("href"))
  const scripts = tags.filter(({ name }) => name === "script")
  return {
    scripts: [
      ...scripts.map(readAttribute("src")),
      ...linked("modulepreload"),
      ...linked("preload", "script"),
      ...scripts
        .filter(({ attributes }) => ["module", deferredType].includes(attributes.get("type") ?? ""))
        .flatMap(({ text }) => [...importsOf(text), ...dynamicImports(text)]),
    ].filter(Boolean),
    styles: [...linked("stylesheet"), ...linked("preload", "style")],
    fonts: linked("preload", "font"),
    images: imagesIn(tags),
  }
}

export function importsOf(script: string): string[] {
  return findMatches(script, /\b(?:import|export)\s*(?:[\w$*{}\s,]+?\bfrom\s*)?["']([^"'\s]+\.js)["']/g)
}

export function fontsOf(style: string): string[] {
  return findMatches(style, /url\(["']?([^"')]+\.(?:woff2?|ttf|otf))["']?\)/g)
}

function dynamicImports(script: string): string[] {
  return findMatches(script, /\bimport\(["']([^"']+\.js)["']\)/g)
}

/** Matches scripts whole, so that strings in them are not read as tags. */
const tagPattern = /<(script)\b([^>]*)>([^]*?)<\/script>|<(link|picture|source|img|\/picture)\b([^>]*)>/g

function tagsIn(html: string): Tag[] {
  return [...html.matchAll(tagPattern)].map(([, script, scriptAttributes, text = "", other, otherAttributes]) => ({
    name: script ?? other ?? "",
    attributes: attributesIn(scriptAttributes ?? otherAttributes ?? ""),
    text,
  }))
}

function attributesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      unescapeHtml(value),
    ]),
  )
}

function imagesIn(tags: readonly Tag[]): PageImage[] {
  const images: PageImage[] = []
  let sources: PageImage["sources"] = []
  for (const { name, attributes } of tags) {
    if (name === "picture" || name === "/picture") sources = []
    if (name === "source") {
      const addresses = (attributes.get("srcset") ?? "")
        .split(",")
        .map((candidate) => candidate.trim().split(/\s+/)[0] ?? "")
      sources.push({ type: attributes.get("type") ?? "", addresses, sizes: attributes.get("sizes") ?? "" })
    }
    if (name === "img") images.push({ src: attributes.get("src") ?? "", sources })
  }
  return images
}

function readAttribute(attribute: string) {
  return ({ attributes }: Tag) => attributes.get(attribute) ?? ""
}

function findMatches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, address = ""]) => address)
}

function unescapeHtml(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
}
