import { parentPort, workerData } from "node:worker_threads"
import { readers } from "./readers.ts"

type Task = { reader: keyof typeof readers; input: never }

const { reader, input } = workerData as Task
parentPort?.postMessage(await readers[reader](input))
