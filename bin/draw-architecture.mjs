import { run } from "./bootstrap.mjs"

await run("draw-architecture", { tools: true })
