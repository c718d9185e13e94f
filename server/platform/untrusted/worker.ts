import { parentPort, workerData } from "node:worker_threads"

type Task = { file: string; name: string; input: unknown[] }

const { file, name, input } = workerData as Task
const module = (await import(file)) as Record<string, (...input: unknown[]) => unknown>
parentPort?.postMessage(await module[name]?.(...input))
