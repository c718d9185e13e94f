import path from "node:path"
import { Worker } from "node:worker_threads"
import { type Result, err, ok } from "../../domain/result.ts"
import { root } from "../environment.server.ts"
import { limitConcurrency } from "../limit-concurrency.ts"
import { log } from "../log.ts"
import type { readers } from "./readers.ts"

type Readers = typeof readers
type Value<Name extends keyof Readers> = Awaited<ReturnType<Readers[Name]>>

/** `too-slow`: it would take more time or memory than a file of an honest sender. */
export type UnreadableInput = "too-slow" | "unreadable"

const defaultLimits = { milliseconds: 5_000, megabytes: 256 }
const inTurn = limitConcurrency(2)

/**
 * Reads what a stranger sent in a thread of its own, which is ended at its deadline: no file can hold the process. The
 * thread runs from the source files, and has none of our environment.
 */
export function readUntrusted<Name extends keyof Readers>(
  reader: Name,
  input: Parameters<Readers[Name]>[0],
  { milliseconds, megabytes } = defaultLimits,
): Promise<Result<Value<Name>, UnreadableInput>> {
  return inTurn(
    () =>
      new Promise((resolve) => {
        const worker = new Worker(path.join(root, "server/untrusted/worker.ts"), {
          workerData: { reader, input },
          resourceLimits: { maxOldGenerationSizeMb: megabytes },
          env: {},
          execArgv: [],
        })
        let deadline: NodeJS.Timeout | undefined
        const end = (result: Result<Value<Name>, UnreadableInput>) => {
          clearTimeout(deadline)
          void worker.terminate()
          if (!result.ok) log.warn("A file from outside could not be read", { reader, reason: result.error })
          resolve(result)
        }
        // From when the thread runs: on a busy machine its start takes a while.
        worker.once("online", () => {
          deadline = setTimeout(() => end(err("too-slow")), milliseconds)
        })
        worker.once("message", (value: Value<Name>) => end(ok(value)))
        worker.once("exit", () => resolve(err("unreadable")))
        worker.once("error", (error) => end(err(isOutOfMemory(error) ? "too-slow" : "unreadable")))
      }),
  )
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
}
