import { run } from "./bootstrap.mjs"

await run("restore", { build: true })
