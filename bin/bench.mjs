import { run } from "./bootstrap.mjs"

const words = process.argv.slice(2)
const instruments = words.length === 0 || words.some((word) => "lighthouse".includes(word))

await run("bench", { tools: true, instruments, build: true })
