import { type Answer, get } from "./load.ts"
import { finish, printTable } from "./measure.ts"
import { type PageImage, filesOf, fontsOf, importsOf } from "./page.ts"
import { openShop } from "./shop.ts"

const limits = { script: 130_000, style: 15_000, fonts: 60_000, fontFiles: 2 }

type Weight = {
  page: string
  html: number
  script: number
  scriptFiles: number
  style: number
  fonts: number
  fontFiles: number
  images: number
}

const shop = await openShop()
const answers = new Map<string, Promise<Answer>>()
const missed: string[] = []

const pages = await publicPages()
const weights: Weight[] = []
for (const page of pages) weights.push(await weigh(page))
await shop.close()

printTable(
  ["page", "html kB", "script kB", "files", "style kB", "fonts kB", "files", "images"],
  [
    ...weights.map((weight) => [
      weight.page,
      formatKilobytes(weight.html),
      formatKilobytes(weight.script),
      String(weight.scriptFiles),
      formatKilobytes(weight.style),
      formatKilobytes(weight.fonts),
      String(weight.fontFiles),
      String(weight.images),
    ]),
    [
      "limit",
      "",
      formatKilobytes(limits.script),
      "",
      formatKilobytes(limits.style),
      formatKilobytes(limits.fonts),
      String(limits.fontFiles),
      "AVIF, WebP",
    ],
  ],
)
await finish("page-weights", weights, missed)

async function publicPages(): Promise<string[]> {
  const product = addressIn(await fetchText("/catalog"), /\/product\/[0-9a-z-]+/)
  const manual = addressIn(await fetchText("/sitemap.xml"), /\/manual\/[0-9a-f-]{36}/)
  return [
    "/",
    "/catalog",
    product,
    "/book",
    product.replace(/\/product\/.*(?=.{36}$)/, "/book/"),
    "/booking/confirmation",
    "/connexion",
    "/inscription",
    "/services",
    "/about",
    "/faq",
    "/contact",
    "/newsletter",
    "/sitemap",
    manual,
    "/legal/cookies",
    "/legal/cgv",
  ]
}

function addressIn(source: string, pattern: RegExp): string {
  const [match] = pattern.exec(source) ?? []
  if (!match) throw new Error(`No address like ${pattern.source} was found`)
  return match
}

async function weigh(page: string): Promise<Weight> {
  const answer = await fetchOnce(page)
  if (answer.status !== 200) missed.push(`${page} answers ${answer.status}`)
  const files = filesOf(await fetchText(page))
  const scripts = await collectScripts(files.scripts)
  const styles = new Set(files.styles)
  const fonts = new Set(files.fonts)
  for (const style of styles)
    for (const font of fontsOf(await fetchText(style))) fonts.add(new URL(font, shop.url + style).pathname)
  for (const image of files.images) await checkImage(page, image)
  const weight = {
    page,
    html: answer.body.length,
    script: await totalBytes(scripts),
    scriptFiles: scripts.size,
    style: await totalBytes(styles),
    fonts: await totalBytes(fonts),
    fontFiles: fonts.size,
    images: files.images.length,
  }
  for (const [metric, limit] of Object.entries(limits) as [keyof typeof limits, number][]) {
    if (weight[metric] > limit) missed.push(`${page}: ${metric} ${weight[metric]} is above ${limit}`)
  }
  for (const file of [page, ...scripts, ...styles]) await checkCompressed(file)
  return weight
}

async function collectScripts(entries: readonly string[]): Promise<Set<string>> {
  const scripts = new Set<string>()
  const queue = [...entries]
  for (let script = queue.pop(); script !== undefined; script = queue.pop()) {
    if (scripts.has(script)) continue
    scripts.add(script)
    for (const imported of importsOf(await fetchText(script))) queue.push(new URL(imported, shop.url + script).pathname)
  }
  return scripts
}

async function checkImage(page: string, { src, sources }: PageImage): Promise<void> {
  if (/^data:|\.svg$|\/qr\.png$/.test(src)) return
  for (const type of ["image/avif", "image/webp"]) {
    const source = sources.find((candidate) => candidate.type === type)
    if (!source || source.sizes === "") missed.push(`${page}: ${src} does not come as ${type} in the right size`)
    for (const address of source?.addresses.slice(0, 1) ?? []) {
      const { status, headers } = await fetchOnce(address)
      if (status !== 200 || headers["content-type"] !== type) missed.push(`${page}: ${address} is not ${type}`)
    }
  }
}

async function checkCompressed(file: string): Promise<void> {
  const { headers, body } = await fetchOnce(file)
  if (headers["content-encoding"] !== "br" && body.length > 1_024) missed.push(`${file} is not compressed with Brotli`)
}

async function totalBytes(files: ReadonlySet<string>): Promise<number> {
  let bytes = 0
  for (const file of files) bytes += (await fetchOnce(file)).body.length
  return bytes
}

async function fetchText(file: string): Promise<string> {
  const response = await fetch(shop.url + file)
  if (!response.ok) throw new Error(`${file} answers ${response.status}`)
  return response.text()
}

function fetchOnce(file: string): Promise<Answer> {
  const answer = answers.get(file) ?? get(new URL(file, shop.url).href)
  answers.set(file, answer)
  return answer
}

function formatKilobytes(bytes: number): string {
  return (bytes / 1000).toFixed(1)
}
