/** Measures what live streams cost (decision 57), with and without 500 of them in turn. */
import { once } from "node:events"
import { Agent } from "node:http"
import { connect, type Socket } from "node:net"
import { Client } from "pg"
import { get, fetchMetrics, percentile, readResidentBytes } from "./load.ts"
import { median, reportComparisons } from "./measure.ts"
import { openShop } from "./shop.ts"

const streams = 500
const maxMegabytes = 100
const maxTimes = 1.2
const rounds = 5
const visitors = 4
const duration = 1_500
const changeInterval = 1_000
const timeout = setTimeout(() => {
  process.stderr.write("The bench of live streams took longer than 90 seconds\n")
  process.exit(1)
}, 90_000)

const database = process.env["DATABASE_URL"]
if (!database) throw new Error("DATABASE_URL is missing: npm run bench -- live-streams gives it a shop")
const shop = await openShop(database)
const sql = new Client({ connectionString: database })
await sql.connect()
const { rows } = await sql.query<{ id: string }>("select id from products where is_active order by id limit 2")
const [watchedProduct, visitedProduct] = [rows[0]?.id ?? "", rows[1]?.id ?? ""]

// This cookie bypasses the cache, which would hide what streams cost.
const personalHeaders = { Cookie: "guinguette.second_step=none" }
const page = `${shop.url}/product/${visitedProduct}`
const runVisitors = async () => (await Promise.all(Array.from({ length: visitors }, visit))).flat()

for (let round = 0; round < 3; round++) await runVisitors()
const before = await readResidentBytes(shop.url)
let open = await openStreams()
const writing = repeatUntilStopped(blockAndFreeDay)
await runVisitors()
await runVisitors()
const after = await readResidentBytes(shop.url)
const notified = open.filter(({ eventCount }) => eventCount() > 1).length

const sides: { with: number[]; without: number[] } = { with: [], without: [] }
for (let round = 0; round < rounds; round++) {
  const order = round % 2 === 0 ? (["with", "without"] as const) : (["without", "with"] as const)
  for (const side of order) {
    if (side === "with" && open.length === 0) open = await openStreams()
    if (side === "without" && open.length > 0) await closeStreams()
    await sleep(500)
    sides[side].push(...(await runVisitors()))
  }
}
await writing.stop()
await closeStreams()
await sql.end()
await shop.close()
clearTimeout(timeout)

const megabytes = Math.max(0.1, (after - before) / 1e6)
const [value, limit] = [percentile(sides.with, 99), percentile(sides.without, 99)]
await reportComparisons("live-streams", [
  {
    name: `memory of ${streams} streams`,
    unit: "MB",
    value: megabytes,
    limit: maxMegabytes,
    ratio: maxMegabytes / megabytes,
    required: 1,
  },
  {
    name: `a page, 99th of 100, beside ${streams} streams`,
    unit: "ms",
    value,
    limit,
    ratio: limit / value,
    required: 1 / maxTimes,
  },
  {
    name: `a page, median, beside ${streams} streams`,
    unit: "ms",
    value: median(sides.with),
    limit: median(sides.without),
    ratio: median(sides.without) / median(sides.with),
  },
  {
    name: "streams that were told of a change",
    unit: "",
    value: notified,
    limit: streams,
    ratio: notified / streams,
    required: 1,
  },
])

function sleep(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function visit(): Promise<number[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times: number[] = []
  for (const started = performance.now(); performance.now() - started < duration;) {
    const sentAt = performance.now()
    const { status } = await get(page, agent, personalHeaders)
    if (status !== 200) throw new Error(`${page} answered ${status}`)
    times.push(performance.now() - sentAt)
  }
  agent.destroy()
  return times
}

type Stream = { socket: Socket; eventCount(): number }

async function openStreams(): Promise<Stream[]> {
  const opened: Stream[] = []
  for (let index = 0; index < streams; index += 25)
    opened.push(...(await Promise.all(Array.from({ length: 25 }, openStream))))
  return opened
}

async function openStream(): Promise<Stream> {
  const { hostname, port, host } = new URL(shop.url)
  const socket = connect(Number(port), hostname)
  socket.write(`GET /api/live?topics=product.${watchedProduct} HTTP/1.1\r\nHost: ${host}\r\n\r\n`)
  const [head] = (await once(socket, "data")) as [Buffer]
  if (!head.toString().startsWith("HTTP/1.1 200")) throw new Error(`There is no stream: ${head.toString()}`)
  let events = head.toString().match(/event: changed/g)?.length ?? 0
  socket.on("data", (part: Buffer) => {
    events += part.toString().match(/event: changed/g)?.length ?? 0
  })
  return { socket, eventCount: () => events }
}

async function closeStreams(): Promise<void> {
  for (const { socket } of open) socket.destroy()
  open = []
  while (!/^guinguette_live_streams 0$/m.test(await fetchMetrics(shop.url))) await sleep(50)
}

async function blockAndFreeDay(): Promise<void> {
  await sql.query(
    `insert into occupancy (unit_id, product_id, during, kind)
      select id, product_id, rental_range('2031-06-12', '2031-06-12', 0), 'repair' from units where product_id = $1 and number = 1`,
    [watchedProduct],
  )
  await sql.query("delete from occupancy where product_id = $1 and kind = 'repair'", [watchedProduct])
}

function repeatUntilStopped(work: () => Promise<void>) {
  const controller = new AbortController()
  const done = (async () => {
    while (!controller.signal.aborted) {
      await work()
      await sleep(changeInterval)
    }
  })()
  return {
    async stop() {
      controller.abort()
      await done
    },
  }
}
