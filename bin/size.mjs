import { run } from "./bootstrap.mjs"

await run("size", { tools: true })
