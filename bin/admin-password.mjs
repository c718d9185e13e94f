import { run } from "./bootstrap.mjs"

await run("admin-password", { build: true })
