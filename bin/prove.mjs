import { run } from "./bootstrap.mjs"

await run("prove", { tools: true })
