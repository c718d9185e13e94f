/**
 * The cost of public pages: the real server, with the demonstration catalogue, against a bare node:http server that sends
 * the same bytes under the same headers. Cached (decision 45), as strangers get them, whole and as 304: in several
 * processes of each side, because two processes of one build differ by a tenth. Rendered for each: in one of each.
 * Servers, bare servers and visitors are processes of their own.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import type { BareAnswer } from "./bare-server.ts"
import { type Answer, type Load, get, load } from "./load.ts"
import { compare, median, reportComparisons } from "./measure.ts"
import { openShop } from "./shop.ts"

/** Of each side. */
const processes = 3
const rounds = 5
/** In milliseconds, for each process and answer in a round: short, so that whatever slows the machine down slows all. */
const duration = 250
const connections = 8
const min = 0.6
/** The slowest hundredth may take three times as long as the bare server's. */
const leastOfSlowest = 1 / 3

type Asked = { name: string; path: string; status: 200 | 304; headers: Readonly<Record<string, string>> }

const shop = await openShop(undefined, undefined, processes)
const pages = {
  catalogue: "/catalog",
  home: "/",
  product: await productPath(),
  "help centre": "/faq",
  "sales terms": "/legal/cgv",
}

// Each process has cached pages of its own, which are the same.
const answers: { asked: Asked; bare: BareAnswer }[] = []
for (const [name, path] of Object.entries(pages)) {
  const [whole] = await Promise.all(shop.urls.map((url) => settled(url + path)))
  if (!whole) throw new Error("No process serves the shop")
  // Whatever the page is: one that was rendered again has another ETag.
  const headers = { "If-None-Match": "*" }
  const unchanged = await get(shop.url + path, undefined, headers)
  answers.push({ asked: { name: `${name}, cached`, path, status: 200, headers: {} }, bare: bareOf(whole) })
  answers.push({ asked: { name: `${name}, 304`, path, status: 304, headers }, bare: bareOf(unchanged) })
}
const bareServers = await Promise.all(shop.urls.map(() => openBareServer(answers.map(({ bare }) => bare))))
const measured = (await faceAll()).flatMap(({ name, ours, theirs }) => [
  compared(`${name}, median`, ours, theirs, "median", min),
  compared(`${name}, 99th of 100`, ours, theirs, "slowest", leastOfSlowest),
])
await Promise.all(bareServers.map((bare) => bare.close()))

// A cookie that could change the page: it is rendered for each.
const own = { Cookie: "guinguette.second_step=none" }
const bare = await openBareServer([bareOf(await settled(`${shop.url}/catalog`))])
const [bareUrl = ""] = bare.urls
const inCrowd = async (url: string, headers = {}) => {
  const times = await Promise.all(Array.from({ length: connections }, () => visits(url, headers)))
  return times.reduce((sum, count) => sum + count, 0) / 1.2
}
const rendered = await compare(3, {
  value: () => inCrowd(`${shop.url}/catalog`, own),
  limit: () => inCrowd(bareUrl),
})
await bare.close()
await shop.close()
await reportComparisons("catalogue-page", [
  ...measured,
  { name: `catalogue, rendered for each, ${connections} at once`, unit: "a second", ...rendered },
])

/**
 * All answers of all processes of both sides in turn, round after round. The first round warms up: by its end each process
 * has given tens of thousands of answers, and what it runs is compiled for good.
 */
async function faceAll(): Promise<{ name: string; ours: Load[]; theirs: Load[] }[]> {
  const faced = answers.map(({ asked }) => ({ name: asked.name, ours: [] as Load[], theirs: [] as Load[] }))
  for (let round = 0; round <= rounds; round++) {
    for (const [index, { asked }] of answers.entries()) {
      const ask = (url: string) => load(url, { connections, duration, status: asked.status, headers: asked.headers })
      for (const [number, url] of shop.urls.entries()) {
        const sides = [
          { url: url + asked.path, into: faced[index]?.ours },
          { url: bareServers[number]?.urls[index] ?? "", into: faced[index]?.theirs },
        ]
        for (const { url, into } of (round + number) % 2 === 1 ? sides.toReversed() : sides) {
          const answered = await ask(url)
          if (round > 0) into?.push(answered)
        }
      }
    }
    await shop.emptyLog()
  }
  return faced
}

/** `ratio`: how much of the bare server's speed there is, by the middle of all rounds of all processes. */
function compared(name: string, ours: readonly Load[], theirs: readonly Load[], which: keyof Load, required: number) {
  const middle = (loads: readonly Load[]) => median(loads.map((each) => each[which]))
  const [value, limit] = [middle(ours), middle(theirs)]
  return { name, unit: "ms", value, limit, ratio: limit / value, required }
}

/** A page once it is cached. */
async function settled(url: string): Promise<Answer> {
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
  const [path] = /\/product\/[0-9a-f-]{36}/.exec(page) ?? []
  if (!path) throw new Error("The catalogue shows no product")
  return path
}

/** One after the other for 1.2 seconds; answers how many. */
async function visits(url: string, headers: Readonly<Record<string, string>>): Promise<number> {
  const started = performance.now()
  let count = 0
  for (; performance.now() - started < 1_200; count++) await get(url, undefined, headers)
  return count
}

async function openBareServer(answers: BareAnswer[]): Promise<{ urls: string[]; close(): Promise<void> }> {
  const child = fork("bench/bare-server.ts")
  child.send(answers)
  const [told] = (await once(child, "message")) as [{ urls: string[] }]
  const close = async () => {
    const gone = once(child, "exit")
    child.disconnect()
    await gone
  }
  return { urls: told.urls, close }
}

/** The same headers, but those that Node writes by itself for each connection. */
function bareOf({ status, headers, body }: Answer): BareAnswer {
  const own = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"])
  const same = Object.entries(headers).flatMap(([name, value]): [string, string | string[]][] =>
    value === undefined || own.has(name) ? [] : [[name, value]],
  )
  return { status, headers: Object.fromEntries(same), body: status === 304 ? null : body.toString("base64") }
}
