import type { IncomingMessage, ServerResponse } from "node:http"
import type { Answer } from "./plain-answer.ts"

/** `cut`: nobody is there to be answered. */
export type BodyProblem = "too-slow" | "too-large" | "no-room" | "cut"

export type BodyLimits = {
  /** In bytes, of one body: more than the largest form, which is a condition report with eight photographs. */
  max: number
  /** In bytes, of all the bodies of one network address, and of all addresses. */
  perAddress: number
  total: number
  /** In milliseconds: a telephone may be in a tunnel for that long. */
  graceMs: number
  /** In bytes a second, beyond the grace: half of what the slowest mobile network (EDGE) carries. */
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

export function arrivedBody(request: IncomingMessage): Buffer<ArrayBuffer> | null {
  return bodies.get(request) ?? null
}

/**
 * Waits for the whole body of a request, so that nobody takes a place among those that work by sending slowly. A body that
 * announces itself larger than any form is not waited for: its form refuses it at once.
 */
export function bodyReceiver({ max, perAddress, total, graceMs, minRate }: BodyLimits = bodyLimits) {
  const held = new Map<string, number>()
  let heldByAll = 0

  const hold = (address: string, bytes: number) => {
    heldByAll += bytes
    const left = (held.get(address) ?? 0) + bytes
    if (left > 0) held.set(address, left)
    else held.delete(address)
  }

  return (request: IncomingMessage, response: ServerResponse, address: string): Promise<BodyProblem | null> => {
    if (request.method === "GET" || request.method === "HEAD") return Promise.resolve(null)
    if (Number(request.headers["content-length"] ?? 0) > max) return Promise.resolve(null)
    return new Promise((resolve) => {
      const started = performance.now()
      const chunks: Buffer[] = []
      let length = 0
      let timer = setTimeout(checkRate, graceMs)

      function checkRate() {
        const left = started + graceMs + (length / minRate) * 1_000 - performance.now()
        if (left > 0) timer = setTimeout(checkRate, Math.ceil(left))
        else end("too-slow")
      }
      function onData(chunk: Buffer) {
        length += chunk.length
        hold(address, chunk.length)
        chunks.push(chunk)
        if (length > max) end("too-large")
        else if (heldByAll > total || (held.get(address) ?? 0) > perAddress) end("no-room")
      }
      const onEnd = () => {
        bodies.set(request, Buffer.concat(chunks))
        end(null)
      }
      const onCut = () => end("cut")

      function end(problem: BodyProblem | null) {
        clearTimeout(timer)
        request.off("data", onData).off("end", onEnd).off("error", onCut).off("close", onCut)
        // The listener for the end of the answer would hold them beside the whole body until then.
        chunks.length = 0
        // Whatever else arrives is dropped.
        if (problem !== null) request.on("error", () => undefined).resume()
        resolve(problem)
      }
      response.once("close", () => hold(address, -length))
      request.on("data", onData).on("end", onEnd).on("error", onCut).on("close", onCut)
    })
  }
}
