/** Measures memory after 20,000 requests: at once, and after half a minute of rest. */
import { Agent } from "node:http"
import { runServer } from "../tests/harness/server-process.ts"
import { get, readResidentBytes } from "./load.ts"
import { median, reportComparisons } from "./measure.ts"
import { addressIn } from "./shop.ts"

const requests = 20_000
const visitors = 8
const starts = 3
const restMs = 30_000
const personalHeaders = { Cookie: "guinguette.second_step=none" }

const { DATABASE_URL, DATA_DIR } = process.env
if (!DATABASE_URL || !DATA_DIR) throw new Error("npm run bench -- memory gives it a shop")
const variables = { DATABASE_URL, DATA_DIR, HOST: "127.0.0.1", PORT: "0" }

const seconds: number[] = []
for (let start = 1; start < starts; start++) {
  const { server, seconds: elapsed } = await startServer()
  seconds.push(elapsed)
  await server.stop()
}
const { server, seconds: elapsed } = await startServer()
seconds.push(elapsed)
const url = addressIn(server.readyMessage).replace("localhost", "127.0.0.1")
const afterStart = await readResidentBytes(url)

const agent = new Agent({ keepAlive: true, maxSockets: visitors })
const product = /\/product\/[0-9a-z-]+/.exec((await get(`${url}/catalog`, agent)).body.toString())?.[0]
const pages = ["/", "/catalog", "/services", "/about", "/faq", "/contact", "/legal/cgv", ...(product ? [product] : [])]
let requestCount = 0
await Promise.all(Array.from({ length: visitors }, visit))
const atOnce = await readResidentBytes(url)
agent.destroy()
await new Promise((resolve) => setTimeout(resolve, restMs))
const atRest = await readResidentBytes(url)
await server.stop()

const toComparison = (name: string, unit: string, value: number, limit: number) => ({
  name,
  unit,
  value,
  limit,
  ratio: limit / value,
  required: 1,
})
await reportComparisons("memory", [
  toComparison("a later start, on a prepared shop", "s", median(seconds), 3),
  toComparison("memory after the start", "MB", afterStart / 1e6, 220),
  {
    name: `memory after ${requests} requests, at once`,
    unit: "MB",
    value: atOnce / 1e6,
    limit: 350,
    ratio: 350 / (atOnce / 1e6),
  },
  toComparison(`memory after ${requests} requests, at rest`, "MB", atRest / 1e6, 350),
])

async function startServer() {
  const began = performance.now()
  const running = await runServer("serve", variables)
  return { server: running, seconds: (performance.now() - began) / 1000 }
}

async function visit(): Promise<void> {
  while (requestCount < requests) {
    const number = requestCount++
    const page = pages[number % pages.length] ?? "/"
    const { status } = await get(url + page, agent, Math.floor(number / pages.length) % 10 === 0 ? personalHeaders : {})
    if (status !== 200) throw new Error(`${page} answered ${status}`)
  }
}
