import { run } from "./bootstrap.mjs"

await run("backup", { build: true })
