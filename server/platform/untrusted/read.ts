import path from "node:path"
import { Worker } from "node:worker_threads"
import { type Result, err, ok } from "../../../domain/result.ts"
import { root } from "../environment.server.ts"
import { limitConcurrency } from "../limit-concurrency.ts"
import { log } from "../log.ts"

/** A function of ours that reads in the thread: what it takes and returns can be copied between threads. */
export type Reader<Input extends unknown[], Value> = { file: string; name: string; type?: (...input: Input) => Value }

/** `file`, from the project's root, exports the function `name`. */
export function readerIn<Read extends (...input: never[]) => unknown>(
  file: string,
  name: string,
): Reader<Parameters<Read>, Awaited<ReturnType<Read>>> {
  return { file, name }
}

/** `too-slow`: it would take more time or memory than a file of an honest sender. */
export type UnreadableInput = "too-slow" | "unreadable"

const defaultLimits = { milliseconds: 5_000, megabytes: 256 }
const inTurn = limitConcurrency(2)

/**
 * Reads what a stranger sent in a thread of its own, which is ended at its deadline: no file can hold the process. The
 * thread runs from the source files, and has none of our environment.
 */
export function readUntrusted<Input extends unknown[], Value>(
  { file, name }: Reader<Input, Value>,
  input: Input,
  { milliseconds, megabytes } = defaultLimits,
): Promise<Result<Value, UnreadableInput>> {
  return inTurn(
    () =>
      new Promise((resolve) => {
        const worker = new Worker(path.join(root, "server/platform/untrusted/worker.ts"), {
          workerData: { file: path.join(root, file), name, input },
          resourceLimits: { maxOldGenerationSizeMb: megabytes },
          env: {},
          execArgv: [],
        })
        let deadline: NodeJS.Timeout | undefined
        const end = (result: Result<Value, UnreadableInput>) => {
          clearTimeout(deadline)
          void worker.terminate()
          if (!result.ok) log.warn("A file from outside could not be read", { reader: name, reason: result.error })
          resolve(result)
        }
        // From when the thread runs: on a busy machine its start takes a while.
        worker.once("online", () => {
          deadline = setTimeout(() => end(err("too-slow")), milliseconds)
        })
        worker.once("message", (value: Value) => end(ok(value)))
        worker.once("exit", () => resolve(err("unreadable")))
        worker.once("error", (error) => end(err(isOutOfMemory(error) ? "too-slow" : "unreadable")))
      }),
  )
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
}
