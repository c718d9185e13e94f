/** Uses several processes per side because two processes of one build differ by a tenth. Cached pages: decision 45. */
import { fork } from "node:child_process"
import { once } from "node:events"
import type { BareAnswer } from "./bare-server.ts"
import { type Answer, type Load, get, load } from "./load.ts"
import { compare, median, reportComparisons } from "./measure.ts"
import { openShop } from "./shop.ts"

const processes = 3
const rounds = 5
/** In milliseconds; short, so that noise on the machine hits both sides alike. */
const duration = 250
const connections = 8
const minRatio = 0.6
const minRatioForSlowest = 1 / 3

type PageRequest = { name: string; path: string; status: 200 | 304; headers: Readonly<Record<string, string>> }

const shop = await openShop(undefined, undefined, processes)
const pages = {
  catalogue: "/catalog",
  home: "/",
  product: await productPath(),
  "help centre": "/faq",
  "sales terms": "/legal/cgv",
}

const answers: { pageRequest: PageRequest; bare: BareAnswer }[] = []
for (const [name, path] of Object.entries(pages)) {
  const [whole] = await Promise.all(shop.urls.map((url) => fetchCached(url + path)))
  if (!whole) throw new Error("No process serves the shop")
  // Matches any ETag: a re-rendered page has a new one.
  const headers = { "If-None-Match": "*" }
  const unchanged = await get(shop.url + path, undefined, headers)
  answers.push({ pageRequest: { name: `${name}, cached`, path, status: 200, headers: {} }, bare: toBareAnswer(whole) })
  answers.push({ pageRequest: { name: `${name}, 304`, path, status: 304, headers }, bare: toBareAnswer(unchanged) })
}
const bareServers = await Promise.all(shop.urls.map(() => openBareServer(answers.map(({ bare }) => bare))))
const measured = (await measureBothSides()).flatMap(({ name, ours, theirs }) => [
  toComparison({ name: `${name}, median`, ours, theirs, metric: "median", required: minRatio }),
  toComparison({ name: `${name}, 99th of 100`, ours, theirs, metric: "slowest", required: minRatioForSlowest }),
])
await Promise.all(bareServers.map((bare) => bare.close()))

// This cookie bypasses the cache, so that the page is rendered per request.
const personalHeaders = { Cookie: "guinguette.second_step=none" }
const bare = await openBareServer([toBareAnswer(await fetchCached(`${shop.url}/catalog`))])
const [bareUrl = ""] = bare.urls
const countConcurrentVisits = async (url: string, headers = {}) => {
  const times = await Promise.all(Array.from({ length: connections }, () => countVisits(url, headers)))
  return times.reduce((sum, count) => sum + count, 0) / 1.2
}
const rendered = await compare(3, {
  value: () => countConcurrentVisits(`${shop.url}/catalog`, personalHeaders),
  limit: () => countConcurrentVisits(bareUrl),
})
await bare.close()
await shop.close()
await reportComparisons("catalogue-page", [
  ...measured,
  { name: `catalogue, rendered for each, ${connections} at once`, unit: "a second", ...rendered },
])

async function measureBothSides(): Promise<{ name: string; ours: Load[]; theirs: Load[] }[]> {
  const loads = answers.map(({ pageRequest }) => ({ name: pageRequest.name, ours: [] as Load[], theirs: [] as Load[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { pageRequest }] of answers.entries()) {
      const measureLoad = (url: string) =>
        load(url, { connections, duration, status: pageRequest.status, headers: pageRequest.headers })
      for (const [number, url] of shop.urls.entries()) {
        const sides = [
          { url: url + pageRequest.path, results: loads[index]?.ours },
          { url: bareServers[number]?.urls[index] ?? "", results: loads[index]?.theirs },
        ]
        for (const { url, results } of (round + number) % 2 === 1 ? sides.toReversed() : sides) {
          const result = await measureLoad(url)
          if (round > 0) results?.push(result)
        }
      }
    }
    await shop.emptyLog()
  }
  return loads
}

function toComparison({
  name,
  ours,
  theirs,
  metric,
  required,
}: {
  name: string
  ours: readonly Load[]
  theirs: readonly Load[]
  metric: keyof Load
  required: number
}) {
  const middle = (loads: readonly Load[]) => median(loads.map((each) => each[metric]))
  const [value, limit] = [middle(ours), middle(theirs)]
  return { name, unit: "ms", value, limit, ratio: limit / value, required }
}

async function fetchCached(url: string): Promise<Answer> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const answer = await get(url)
    if (answer.status === 200 && answer.headers.etag !== undefined) return answer
    if (performance.now() > deadline) throw new Error(`${url} is not cached: ${answer.status} ${answer.headers.etag}`)
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}

async function productPath(): Promise<string> {
  const page = await (await fetch(`${shop.url}/catalog`)).text()
  const [path] = /\/product\/[0-9a-z-]+/.exec(page) ?? []
  if (!path) throw new Error("The catalogue shows no product")
  return path
}

async function countVisits(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const started = performance.now()
  let count = 0
  for (; performance.now() - started < 1_200; count++) await get(url, undefined, headers)
  return count
}

async function openBareServer(answers: BareAnswer[]): Promise<{ urls: string[]; close(): Promise<void> }> {
  const child = fork("bench/bare-server.ts")
  child.send(answers)
  const [message] = (await once(child, "message")) as [{ urls: string[] }]
  const close = async () => {
    const gone = once(child, "exit")
    child.disconnect()
    await gone
  }
  return { urls: message.urls, close }
}

function toBareAnswer({ status, headers, body }: Answer): BareAnswer {
  const skippedHeaders = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"])
  const copiedHeaders = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined || skippedHeaders.has(name) ? [] : [[name, value]],
  )
  return { status, headers: Object.fromEntries(copiedHeaders), body: status === 304 ? null : body.toString("base64") }
}
