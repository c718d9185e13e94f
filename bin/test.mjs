import { run } from "./bootstrap.mjs"

await run("test", { tools: true, lastLabel: "0 passed, 1 failed" })
