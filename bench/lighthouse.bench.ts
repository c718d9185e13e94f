/**
 * Lighthouse's marks for the public pages of the real server, on the phone and the slow network that it imitates by
 * default. Its times are computed from a load that neighbours on the machine disturb: each mark is the median of three,
 * and beside it stands how fast Lighthouse found the machine. Its phone is four times slower than a free desktop (1500
 * and more); where that figure is low, the marks for performance are too low as well.
 */
import lighthouse, { type Result } from "lighthouse"
import { openChromium } from "./chromium.ts"
import { finish, median, printTable } from "./measure.ts"
import { openShop } from "./shop.ts"

/** Out of 100. */
const required = { performance: 98, accessibility: 100, "best-practices": 100, seo: 100 }
type Category = keyof typeof required
const categories = Object.keys(required) as Category[]
const runs = 3

type Marks = Record<Category, number>
type Measured = {
  page: string
  marks: Marks
  runs: Marks[]
  firstPaint: number
  largestPaint: number
  blocked: number
  shift: number
  speed: number
  complaints: string[]
}

const shop = await openShop()
const chromium = await openChromium()
const missed: string[] = []
const measured: Measured[] = []
try {
  for (const page of await publicPages()) measured.push(await measure(page))
} finally {
  await chromium.close()
  await shop.close()
}

printTable(
  ["page", ...categories, "first paint s", "largest paint s", "blocked ms", "shift", "machine"],
  [
    ...measured.map(({ page, marks, firstPaint, largestPaint, blocked, shift, speed }) => [
      page,
      ...categories.map((category) => String(marks[category])),
      (firstPaint / 1000).toFixed(2),
      (largestPaint / 1000).toFixed(2),
      blocked.toFixed(0),
      shift.toFixed(3),
      speed.toFixed(0),
    ]),
    ["required", ...categories.map((category) => String(required[category])), "", "", "", "", "> 1000"],
  ],
)
await finish("lighthouse", measured, missed)

async function publicPages(): Promise<string[]> {
  const catalog = await (await fetch(`${shop.url}/catalog`)).text()
  const [product] = /\/product\/[0-9a-f-]{36}/.exec(catalog) ?? []
  if (!product) throw new Error("The catalogue shows no product")
  return ["/", "/catalog", product, "/services", "/about", "/faq", "/contact"]
}

async function measure(page: string): Promise<Measured> {
  const results: Result[] = []
  for (let run = 0; run < runs; run++) results.push(await examine(shop.url + page))
  const ofRuns = results.map(marksOf)
  const marks = Object.fromEntries(
    categories.map((category) => [category, median(ofRuns.map((each) => each[category]))]),
  ) as Marks
  const time = (audit: string) => median(results.map((result) => result.audits[audit]?.numericValue ?? Number.NaN))
  const complaints = [...new Map(results.flatMap(complaintsOf)).values()]
  for (const category of categories) {
    if (!(marks[category] >= required[category]))
      missed.push(`${page}: ${category} ${marks[category]} is below ${required[category]}`)
  }
  if (missed.some((line) => line.startsWith(`${page}:`)))
    missed.push(...complaints.map((complaint) => `${page}: ${complaint}`))
  return {
    page,
    marks,
    runs: ofRuns,
    complaints,
    speed: median(results.map(({ environment }) => environment.benchmarkIndex)),
    firstPaint: time("first-contentful-paint"),
    largestPaint: time("largest-contentful-paint"),
    blocked: time("total-blocking-time"),
    shift: time("cumulative-layout-shift"),
  }
}

async function examine(url: string): Promise<Result> {
  const run = await lighthouse(url, {
    port: chromium.port,
    output: "json",
    logLevel: "error",
    onlyCategories: categories,
  })
  if (!run) throw new Error(`Lighthouse has no result for ${url}`)
  if (run.lhr.runtimeError) throw new Error(`Lighthouse could not load ${url}: ${run.lhr.runtimeError.message}`)
  return run.lhr
}

function marksOf({ categories: found }: Result): Marks {
  return Object.fromEntries(
    categories.map((category) => [category, Math.round((found[category]?.score ?? 0) * 100)]),
  ) as Marks
}

/** What cost a mark, in Lighthouse's own words, by the name of its audit. */
function complaintsOf({ categories: found, audits }: Result): [audit: string, complaint: string][] {
  return Object.values(found).flatMap(({ auditRefs }) =>
    auditRefs.flatMap(({ id, weight }) => {
      const audit = audits[id]
      if (!audit || weight === 0 || audit.score === null || audit.score >= 0.9) return []
      return [[id, `${id}: ${audit.title}${audit.displayValue ? ` (${audit.displayValue})` : ""}`] as const]
    }),
  )
}
