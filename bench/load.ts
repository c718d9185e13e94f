import { once } from "node:events"
import { type Agent, type IncomingHttpHeaders, request } from "node:http"
import { connect } from "node:net"
import { median } from "./measure.ts"

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const asked = { Accept: "text/html,*/*", "Accept-Encoding": "gzip, deflate, br" }

/** One GET with the encodings that browsers accept. The body stays as it was sent. */
export function get(url: string, agent?: Agent, more: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { headers: { ...asked, ...more }, ...(agent ? { agent } : {}) }, (response) => {
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

export async function metrics(shop: string): Promise<string> {
  return (await get(`${shop}/metrics`, undefined, { "Accept-Encoding": "identity" })).body.toString()
}

/** The memory of the process that answers. */
export async function residentBytes(shop: string): Promise<number> {
  const [, bytes] = /^process_resident_memory_bytes (\d+)/m.exec(await metrics(shop)) ?? []
  if (bytes === undefined) throw new Error("/metrics does not say how much memory the server has")
  return Number(bytes)
}

export type Load = {
  perSecond: number
  /** Of each answer, in milliseconds. */
  times: number[]
}

/**
 * Gets a page over and over for that long, on so many connections that stay open. Written on bare sockets, so that as
 * little as can be of the time is the client's own: what it costs is added to both sides and would make them alike.
 * Throws at an answer of another status, or one that does not say how long it is.
 */
export async function load(url: string, { connections, duration, status, headers = {} }: LoadOptions): Promise<Load> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const lines = Object.entries({ Host: host, ...asked, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`)
  const times: number[] = []
  const started = performance.now()
  const visitor = async () => {
    const socket = connect(Number(port), hostname)
    socket.setNoDelay(true)
    await once(socket, "connect")
    try {
      await new Promise<void>((resolve, reject) => {
        let [sent, missing, head] = [performance.now(), -1, ""]
        socket.on("error", reject)
        socket.on("close", () => reject(new Error(`${url} was not answered`)))
        socket.on("data", (part: Buffer) => {
          if (missing < 0) {
            head += part.toString("latin1")
            const end = head.indexOf("\r\n\r\n")
            if (end < 0) return
            if (head.slice(9, 12) !== String(status)) return reject(new Error(`${url} answered ${head.slice(0, 40)}`))
            const length = status === 304 ? 0 : Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1])
            missing = end + 4 + length - head.length
          } else missing -= part.length
          if (Number.isNaN(missing)) return reject(new Error(`${url} does not say how long it is`))
          if (missing > 0) return
          const now = performance.now()
          times.push(now - sent)
          if (now - started >= duration) return resolve()
          ;[sent, missing, head] = [now, -1, ""]
          socket.write(bytes)
        })
        socket.write(bytes)
      })
    } finally {
      socket.removeAllListeners()
      socket.destroy()
    }
  }
  await Promise.all(Array.from({ length: connections }, visitor))
  return { perSecond: times.length / ((performance.now() - started) / 1000), times }
}

type LoadOptions = {
  connections: number
  /** In milliseconds. */
  duration: number
  status: 200 | 304
  headers?: Readonly<Record<string, string>>
}

/** The time that so many of a hundred answers do not exceed. */
export function percentile(times: readonly number[], percent: number): number {
  if (percent === 50) return median(times)
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
