import { run } from "./bootstrap.mjs"

await run("bench", { build: true })
