import { run } from "./bootstrap.mjs"

await run("accept", { build: true })
