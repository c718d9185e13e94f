import { execFile, spawnSync } from "node:child_process"
import { once } from "node:events"
import { type Agent, type IncomingHttpHeaders, type IncomingMessage, request } from "node:http"
import { connect } from "node:net"
import { promisify } from "node:util"
import { median } from "./measure.ts"

export type Answer = { status: number; headers: IncomingHttpHeaders; body: Buffer }

const browserHeaders = { Accept: "text/html,*/*", "Accept-Encoding": "gzip, deflate, br" }

export function get(url: string, agent?: Agent, extraHeaders: Readonly<Record<string, string>> = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { headers: { ...browserHeaders, ...extraHeaders }, ...(agent ? { agent } : {}) },
      (response) => {
        const parts: Buffer[] = []
        response.on("data", (part: Buffer) => parts.push(part))
        response.on("error", reject)
        response.on("end", () =>
          resolve({ status: response.statusCode ?? 0, headers: response.headers, body: Buffer.concat(parts) }),
        )
      },
    )
    sent.on("error", reject)
    sent.end()
  })
}

export async function fetchMetrics(shop: string): Promise<string> {
  return (await get(`${shop}/metrics`, undefined, { "Accept-Encoding": "identity" })).body.toString()
}

export async function readResidentBytes(shop: string): Promise<number> {
  const [, bytes] = /^process_resident_memory_bytes (\d+)/m.exec(await fetchMetrics(shop)) ?? []
  if (bytes === undefined) throw new Error("/metrics does not say how much memory the server has")
  return Number(bytes)
}

export type Load = { median: number; slowest: number }

/** wrk is preferred, because our own client needs ten times its processor time. */
const hasWrk = spawnSync("wrk", ["--version"]).error === undefined

export async function load(url: string, options: LoadOptions): Promise<Load> {
  if (hasWrk) return loadByWrk(url, options)
  const times = await loadBySockets(url, options)
  return { median: percentile(times, 50), slowest: percentile(times, 99) }
}

async function loadByWrk(url: string, { connections, duration, status, headers = {} }: LoadOptions): Promise<Load> {
  const { statusCode } = await head(url, { ...browserHeaders, ...headers })
  if (statusCode !== status) throw new Error(`${url} answered ${statusCode}`)
  const lines = Object.entries({ ...browserHeaders, ...headers }).flatMap(([name, value]) => [
    "-H",
    `${name}: ${value}`,
  ])
  const seconds = Math.max(1, Math.round(duration / 1000))
  const options = ["-t1", `-c${connections}`, `-d${seconds}s`, "--latency"]
  const { stdout } = await promisify(execFile)("wrk", [...options, ...lines, url])
  if (/Non-2xx or 3xx|Socket errors/.test(stdout)) throw new Error(`${url} was not answered:\n${stdout}`)
  return { median: readWrkTime(stdout, "50%"), slowest: readWrkTime(stdout, "99%") }
}

function readWrkTime(report: string, percent: string): number {
  const [, value, unit = ""] = new RegExp(`^\\s*${percent}\\s+([\\d.]+)(us|ms|s)$`, "m").exec(report) ?? []
  if (value === undefined) throw new Error(`wrk does not say ${percent}:\n${report}`)
  return Number(value) * ({ us: 0.001, ms: 1, s: 1000 }[unit] ?? Number.NaN)
}

function head(url: string, headers: Readonly<Record<string, string>>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request(url, { method: "HEAD", headers }, (response) => resolve(response.resume()))
      .on("error", reject)
      .end()
  })
}

async function loadBySockets(
  url: string,
  { connections, duration, status, headers = {} }: LoadOptions,
): Promise<number[]> {
  const { hostname, port, pathname, search, host } = new URL(url)
  const lines = Object.entries({ Host: host, ...browserHeaders, ...headers }).map(
    ([name, value]) => `${name}: ${value}\r\n`,
  )
  const bytes = Buffer.from(`GET ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n`)
  const times: number[] = []
  const started = performance.now()
  const visitRepeatedly = async () => {
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
  await Promise.all(Array.from({ length: connections }, visitRepeatedly))
  return times
}

type LoadOptions = {
  connections: number
  /** In milliseconds; wrk only takes whole seconds. */
  duration: number
  status: 200 | 304
  headers?: Readonly<Record<string, string>>
}

export function percentile(times: readonly number[], percent: number): number {
  if (percent === 50) return median(times)
  const sorted = times.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor((sorted.length * percent) / 100))] ?? Number.NaN
}
