import { Agent, type IncomingHttpHeaders, request } from "node:http"
import { median } from "./measure.ts"

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

/** One GET with the encodings that browsers accept. The body stays as it was sent. */
export function get(url: string, agent?: Agent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const headers = { Accept: "text/html,*/*", "Accept-Encoding": "gzip, deflate, br" }
    const sent = request(url, { headers, ...(agent ? { agent } : {}) }, (response) => {
      const parts: Buffer[] = []
      response.on("data", (part: Buffer) => parts.push(part))
      response.on("error", reject)
      response.on("end", () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
      )
    })
    sent.on("error", reject)
    sent.end()
  })
}

/** Gets a page over and over for that long, on so many connections that stay open. `milliseconds` is the median answer's. */
export async function load(
  url: string,
  connections: number,
  duration: number,
): Promise<{ perSecond: number; milliseconds: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections })
  const times: number[] = []
  const started = performance.now()
  const visitor = async () => {
    for (let sent = performance.now(); sent - started < duration; sent = performance.now()) {
      const { status, body } = await get(url, agent)
      if (status !== 200 || body.length === 0) throw new Error(`${url} answered ${status}, ${body.length} bytes`)
      times.push(performance.now() - sent)
    }
  }
  await Promise.all(Array.from({ length: connections }, visitor))
  const seconds = (performance.now() - started) / 1000
  agent.destroy()
  return { perSecond: times.length / seconds, milliseconds: median(times) }
}
