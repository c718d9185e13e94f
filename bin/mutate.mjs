import { run } from "./bootstrap.mjs"

await run("mutate", { tools: true, instruments: true })
