import { run } from "./bootstrap.mjs"

await run("test", { tools: true, failureSummary: "0 passed, 1 failed" })
