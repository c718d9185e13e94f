import { runCommand } from "./shop.ts"

await runCommand(async () => {
  // Imported late: it reads the environment.
  const { runDatabaseVerb } = await import("../database-verbs.ts")
  await runDatabaseVerb(process.argv.slice(2))
})
