import { run } from "./bootstrap.mjs"

await run("coverage", { tools: true })
