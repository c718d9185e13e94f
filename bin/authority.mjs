import { run } from "./bootstrap.mjs"

await run("authority", { tools: true })
