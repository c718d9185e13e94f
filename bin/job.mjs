import { run } from "./bootstrap.mjs"

await run("job", { build: true })
