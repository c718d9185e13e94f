import path from "node:path"
import { OperatorProblem, say } from "../operator.ts"
import { runCommand, withShop } from "./shop.ts"
import { readArguments } from "./arguments.ts"

const usage = "npm run restore -- <file>"

await runCommand(() => restore(process.argv.slice(2)))

async function restore(args: readonly string[]): Promise<void> {
  const [name] = readArguments(args, { names: 1, usage }).names
  if (name === undefined) throw new OperatorProblem(`Say which backup to bring back: ${usage}`)
  const file = path.resolve(process.env["INIT_CWD"] ?? "", name)
  // Exclusive: nobody may start a shop here meanwhile.
  await withShop(
    "npm run restore",
    async ({ restoreFrom }) => {
      const { at, rows, files, hasOtherSecret } = await restoreFrom(file)
      say(`The shop of ${at} is back: ${rows} rows and ${files} files, checked. Open it with npm start`)
      if (hasOtherSecret) {
        say(
          "It had another AUTH_SECRET: set the one it had before opening it. Where that one is lost, npm run accept -- secret:",
        )
        say("the codes of authenticator apps are then refused, and a new certificate seals documents.")
      }
    },
    { share: false },
  )
}
