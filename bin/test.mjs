import { run } from "./bootstrap.mjs"

await run("test", { lastLabel: "0 passed, 1 failed" })
