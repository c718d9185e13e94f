import type { IncomingMessage, ServerResponse } from "node:http"
import type { Answer } from "./plain-answer.ts"

export type BodyProblem = "too-slow" | "too-large" | "no-room" | "cut"

export type BodyLimits = {
  max: number
  perAddress: number
  total: number
  /** A telephone may be in a tunnel for that long. */
  graceMs: number
  /** Bytes a second: half of EDGE's rate. */
  minRate: number
}

const MEGABYTE = 1024 * 1024
const bodyLimits: BodyLimits = {
  max: 48 * MEGABYTE,
  perAddress: 64 * MEGABYTE,
  total: 192 * MEGABYTE,
  graceMs: 20_000,
  minRate: 4_000,
}

export const bodyRefusals: Record<Exclude<BodyProblem, "no-room" | "cut">, Answer> = {
  "too-slow": {
    status: 408,
    message:
      "La connexion est trop lente et l’envoi a été interrompu. Rien n’a été enregistré\u00a0: réessayez avec un meilleur réseau.",
  },
  "too-large": { status: 413, message: "Cet envoi est trop lourd. Rien n’a été enregistré." },
}

const bodies = new WeakMap<IncomingMessage, Buffer<ArrayBuffer>>()

export function receivedBody(request: IncomingMessage): Buffer<ArrayBuffer> | null {
  return bodies.get(request) ?? null
}

/** Receives bodies before admission, so that slow senders occupy no place. */
export function createBodyReceiver({ max, perAddress, total, graceMs, minRate }: BodyLimits = bodyLimits) {
  const bufferedByAddress = new Map<string, number>()
  let bufferedTotal = 0

  const addBuffered = (address: string, bytes: number) => {
    bufferedTotal += bytes
    const remaining = (bufferedByAddress.get(address) ?? 0) + bytes
    if (remaining > 0) bufferedByAddress.set(address, remaining)
    else bufferedByAddress.delete(address)
  }

  return (request: IncomingMessage, response: ServerResponse, address: string): Promise<BodyProblem | null> => {
    if (request.method === "GET" || request.method === "HEAD") return Promise.resolve(null)
    if (Number(request.headers["content-length"] ?? 0) > max) return Promise.resolve(null)
    return new Promise((resolve) => {
      const startedAt = performance.now()
      const chunks: Buffer[] = []
      let length = 0
      let timer = setTimeout(checkRate, graceMs)

      function checkRate() {
        const remaining = startedAt + graceMs + (length / minRate) * 1_000 - performance.now()
        if (remaining > 0) timer = setTimeout(checkRate, Math.ceil(remaining))
        else end("too-slow")
      }
      function onData(chunk: Buffer) {
        length += chunk.length
        addBuffered(address, chunk.length)
        chunks.push(chunk)
        if (length > max) end("too-large")
        else if (bufferedTotal > total || (bufferedByAddress.get(address) ?? 0) > perAddress) end("no-room")
      }
      const onEnd = () => {
        bodies.set(request, Buffer.concat(chunks))
        end(null)
      }
      const onCut = () => end("cut")

      function end(problem: BodyProblem | null) {
        clearTimeout(timer)
        request.off("data", onData).off("end", onEnd).off("error", onCut).off("close", onCut)
        chunks.length = 0
        if (problem !== null) request.on("error", () => undefined).resume()
        resolve(problem)
      }
      response.once("close", () => addBuffered(address, -length))
      request.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut)
    })
  }
}
