import { run } from "./bootstrap.mjs"

await run("bench", { tools: true, build: true })
