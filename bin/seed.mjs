import { run } from "./bootstrap.mjs"

await run("seed", { build: true })
