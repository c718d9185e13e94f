import { run } from "./bootstrap.mjs"

await run("pack", { build: true, draw: true })
