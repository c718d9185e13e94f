/**
 * What public pages cost: the real server, with the demonstration catalogue, against a bare node:http server that sends
 * the same bytes under the same headers. Kept (decision 45), as almost every visitor gets them, whole and as 304; the
 * catalogue filled in for who is signed in (decision 77), and rendered. Server, bare server and visitors are three processes.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import type { BareAnswer } from "./bare-server.ts"
import { type Answer, type Load, get, load } from "./load.ts"
import { compare, median, reportComparisons } from "./measure.ts"
import { openShop } from "./shop.ts"
import { openSession } from "./visits.ts"

const rounds = 7
/** In milliseconds, for each side of a round: short, so that whatever slows the machine down slows both. */
const duration = 250
const connections = 8
const min = 0.8
/** The slowest hundredth may take three times as long as the bare server's. */
const leastOfSlowest = 1 / 3

const shop = await openShop()
const pages = {
  catalogue: "/catalog",
  home: "/",
  product: await productPath(),
  "help centre": "/faq",
  "sales terms": "/legal/cgv",
}

const measured = []
for (const [name, path] of Object.entries(pages)) {
  const url = shop.url + path
  const whole = await settled(url)
  const mark = String(whole.headers.etag)
  const unchanged = await get(url, undefined, { "If-None-Match": mark })
  const bare = await openBareServer([bareOf(whole), bareOf(unchanged)])
  const [bareWhole = "", bareUnchanged = ""] = bare.urls
  measured.push(...(await facing(`${name}, kept`, [url, bareWhole], 200)))
  measured.push(...(await facing(`${name}, 304`, [url, bareUnchanged], 304, { "If-None-Match": mark })))
  await bare.close()
}

// A cookie that could change the page besides.
const session = { Cookie: await openSession(shop.url) }
const own = { Cookie: "guinguette.second_step=none" }
const rendered = await settled(`${shop.url}/catalog`)
const bare = await openBareServer([bareOf(rendered)])
const [bareUrl = ""] = bare.urls
const inCrowd = async (url: string, headers = {}) => {
  const times = await Promise.all(Array.from({ length: connections }, () => visits(url, headers)))
  return times.reduce((sum, count) => sum + count, 0) / 1.2
}
const facingBare = (headers: Readonly<Record<string, string>>) =>
  compare(3, { value: () => inCrowd(`${shop.url}/catalog`, headers), limit: () => inCrowd(bareUrl) })
const [filledIn, alone] = [await facingBare(session), await facingBare(own)]
await bare.close()
await shop.close()
await reportComparisons("catalogue-page", [
  ...measured,
  { name: `catalogue, filled in for each, ${connections} at once`, unit: "a second", ...filledIn },
  { name: `catalogue, rendered for each, ${connections} at once`, unit: "a second", ...alone },
])

/** Both sides in turn, on so many connections: their medians, and their slowest hundredth. */
async function facing(name: string, urls: readonly [string, string], status: 200 | 304, headers = {}) {
  const ask = (url: string) => load(url, { connections, duration, status, headers })
  const sides = urls.map((): Load[] => [])
  for (let round = 0; round <= rounds; round++) {
    const order = round % 2 === 1 ? [1, 0] : [0, 1]
    for (const side of order) {
      const answered = await ask(urls[side] ?? "")
      // The first round warms up.
      if (round > 0) sides[side]?.push(answered)
    }
  }
  const [ours = [], theirs = []] = sides
  return [
    compared(`${name}, median`, ours, theirs, "median", min),
    compared(`${name}, 99th of 100`, ours, theirs, "slowest", leastOfSlowest),
  ]
}

/** `ratio`: how much of the bare server's speed there is, as the middle of the rounds. */
function compared(name: string, ours: readonly Load[], theirs: readonly Load[], which: keyof Load, required: number) {
  const [value, limit] = [ours, theirs].map((loads) => loads.map((each) => each[which]))
  const ratios = (value ?? []).map((time, round) => (limit?.[round] ?? Number.NaN) / time)
  return { name, unit: "ms", value: median(value ?? []), limit: median(limit ?? []), ratio: median(ratios), required }
}

/** A page once it is kept and compressed as well as it will be. */
async function settled(url: string): Promise<Answer> {
  const deadline = performance.now() + 30_000
  for (;;) {
    const answer = await get(url)
    if (answer.status === 200 && String(answer.headers.etag).endsWith('+"')) return answer
    if (performance.now() > deadline) throw new Error(`${url} is not kept: ${answer.status} ${answer.headers.etag}`)
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
