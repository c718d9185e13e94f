import { run } from "./bootstrap.mjs"

await run("test", { lastWords: "0 passed, 1 failed" })
