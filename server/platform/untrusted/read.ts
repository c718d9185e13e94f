import path from "node:path"
import { Worker } from "node:worker_threads"
import { type Result, err, ok } from "../../../domain/result.ts"
import { root } from "../environment.server.ts"
import { limitConcurrency } from "../limit-concurrency.ts"
import { log } from "../log.ts"

type Reader<Input extends unknown[], Value> = { file: string; name: string; type?: (...input: Input) => Value }

export function defineReader<Read extends (...input: never[]) => unknown>(
  file: string,
  name: string,
): Reader<Parameters<Read>, Awaited<ReturnType<Read>>> {
  return { file, name }
}

export type UnreadableInput = "too-slow" | "unreadable"

const defaultLimits = { milliseconds: 5_000, megabytes: 256 }
const threadSlot = limitConcurrency(2)

/** Parses in a thread that ends at its deadline and sees no environment variables. */
export function readUntrusted<Input extends unknown[], Value>(
  { file, name }: Reader<Input, Value>,
  input: Input,
  { milliseconds, megabytes } = defaultLimits,
): Promise<Result<Value, UnreadableInput>> {
  return threadSlot(
    () =>
      new Promise((resolve) => {
        const worker = new Worker(path.join(root, "server/platform/untrusted/worker.ts"), {
          workerData: { file: path.join(root, file), name, input },
          resourceLimits: { maxOldGenerationSizeMb: megabytes },
          env: {},
          execArgv: [],
        })
        let deadline: NodeJS.Timeout | undefined
        const finish = (result: Result<Value, UnreadableInput>) => {
          clearTimeout(deadline)
          void worker.terminate()
          if (!result.ok) log.warn("A file from outside could not be read", { reader: name, reason: result.error })
          resolve(result)
        }
        worker.once("online", () => {
          deadline = setTimeout(() => finish(err("too-slow")), milliseconds)
        })
        worker.once("message", (value: Value) => finish(ok(value)))
        worker.once("exit", () => resolve(err("unreadable")))
        worker.once("error", (error) => finish(err(isOutOfMemory(error) ? "too-slow" : "unreadable")))
      }),
  )
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY"
}
