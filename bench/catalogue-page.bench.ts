/**
 * What making the catalogue page costs: the real server, with the demonstration catalogue, against a bare node:http
 * server that sends the same bytes under the same headers. Both in processes of their own, asked by this one.
 */
import { fork } from "node:child_process"
import { once } from "node:events"
import type { BareAnswer } from "./bare-server.ts"
import { type Answer, get, load } from "./load.ts"
import { compare, reportComparisons } from "./measure.ts"
import { addressIn, openShop } from "./shop.ts"

const page = "/catalog"
const rounds = 5
/** In milliseconds; with the round that warms up, less than ten seconds for each side. */
const [crowdTime, aloneTime] = [1_200, 400]
const crowd = 8

const shop = await openShop()
const answer = await get(shop.url + page)
if (answer.status !== 200) throw new Error(`${page} answered ${answer.status}`)
const bare = await openBareServer(answer)

const inCrowd = async (url: string) => (await load(url + page, crowd, crowdTime)).perSecond
const alone = async (url: string) => (await load(url + page, 1, aloneTime)).milliseconds
const speed = await compare(rounds, { value: () => inCrowd(shop.url), limit: () => inCrowd(bare.url) })
const time = await compare(rounds, { value: () => alone(shop.url), limit: () => alone(bare.url) })

await bare.close()
await shop.close()
await reportComparisons("catalogue-page", [
  { name: `catalogue page, ${crowd} visitors at once`, unit: "a second", ...speed },
  { name: "catalogue page, one visitor, median", unit: "ms", ...time },
])

async function openBareServer({ headers, body }: Answer): Promise<{ url: string; close(): Promise<void> }> {
  const child = fork("bench/bare-server.ts")
  child.send({ headers: sameHeaders(headers), body: body.toString("base64") } satisfies BareAnswer)
  const [told] = await once(child, "message")
  const close = async () => {
    const gone = once(child, "exit")
    child.disconnect()
    await gone
  }
  return { url: addressIn(told), close }
}

/** All but those that Node writes by itself for each connection. */
function sameHeaders(headers: Answer["headers"]): BareAnswer["headers"] {
  const own = new Set(["connection", "keep-alive", "transfer-encoding", "content-length", "date"])
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined || own.has(name) ? [] : [[name, value]])),
  )
}
