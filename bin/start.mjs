import { run } from "./bootstrap.mjs"

await run("start", { build: true, draw: true })
