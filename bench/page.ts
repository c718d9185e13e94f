import { deferredType } from "../app/http/hydrate-after-paint.ts"

/** What a page's markup says that a browser will load, as addresses in the order of the markup. */
export type PageFiles = { scripts: string[]; styles: string[]; fonts: string[]; images: PageImage[] }

/** A picture: its own address, and for each modern format the addresses and the `sizes` that it offers. */
export type PageImage = { src: string; sources: { type: string; addresses: string[]; sizes: string }[] }

type Tag = { name: string; attributes: ReadonlyMap<string, string>; text: string }

/** Reads the markup that our server writes: attributes are always between double quotes. */
export function filesOf(html: string): PageFiles {
  const tags = tagsIn(html)
  const links = tags.filter(({ name }) => name === "link")
  const linked = (rel: string, as?: string) =>
    links
      .filter(({ attributes }) => attributes.get("rel") === rel && (as === undefined || attributes.get("as") === as))
      .map(addressOf("href"))
  const scripts = tags.filter(({ name }) => name === "script")
  return {
    scripts: [
      ...scripts.map(addressOf("src")),
      ...linked("modulepreload"),
      ...linked("preload", "script"),
      ...scripts
        .filter(({ attributes }) => ["module", deferredType].includes(attributes.get("type") ?? ""))
        .flatMap(({ text }) => [...importsOf(text), ...importedNow(text)]),
    ].filter(Boolean),
    styles: [...linked("stylesheet"), ...linked("preload", "style")],
    fonts: linked("preload", "font"),
    images: imagesIn(tags),
  }
}

/** What a module needs before it can run; what it asks for later with `import(…)` is not of the first load. */
export function importsOf(script: string): string[] {
  return matches(script, /\b(?:import|export)\s*(?:[\w$*{}\s,]+?\bfrom\s*)?["']([^"'\s]+\.js)["']/g)
}

/** The faces that a style sheet names. */
export function fontsOf(style: string): string[] {
  return matches(style, /url\(["']?([^"')]+\.(?:woff2?|ttf|otf))["']?\)/g)
}

/** In a page's own script an `import(…)` is done at once. */
function importedNow(script: string): string[] {
  return matches(script, /\bimport\(["']([^"']+\.js)["']\)/g)
}

/** A script is taken whole, so that what its text quotes is not read as markup. */
const tagPattern = /<(script)\b([^>]*)>([^]*?)<\/script>|<(link|picture|source|img|\/picture)\b([^>]*)>/g

function tagsIn(html: string): Tag[] {
  return [...html.matchAll(tagPattern)].map(([, script, ofScript, text = "", other, ofOther]) => ({
    name: script ?? other ?? "",
    attributes: attributesIn(ofScript ?? ofOther ?? ""),
    text,
  }))
}

function attributesIn(text: string): Map<string, string> {
  return new Map(
    [...text.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, name = "", value = ""]) => [
      name.toLowerCase(),
      unescaped(value),
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

function addressOf(attribute: string) {
  return ({ attributes }: Tag) => attributes.get(attribute) ?? ""
}

function matches(text: string, pattern: RegExp): string[] {
  return [...text.matchAll(pattern)].map(([, address = ""]) => address)
}

function unescaped(text: string): string {
  return text
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&")
}
