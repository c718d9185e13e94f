import path from "node:path"
import { OperatorProblem, say } from "../operator.ts"
import { runCommand, withShop } from "./shop.ts"
import { readArguments } from "./arguments.ts"

const usage = "npm run backup -- <file, as backups/2027-06-12.tar.gz>"

await runCommand(() => backUp(process.argv.slice(2)))

async function backUp(args: readonly string[]): Promise<void> {
  const [name] = readArguments(args, { names: 1, usage }).names
  if (name === undefined) throw new OperatorProblem(`Say which file to write: ${usage}`)
  // npm changes to the package's folder, so resolve against INIT_CWD, where the command was typed.
  const file = path.resolve(process.env["INIT_CWD"] ?? "", name)
  await withShop("npm run backup", async ({ backUpTo }) => {
    const { tables, rows, files } = await backUpTo(file)
    say(`${file}: ${rows} rows of ${tables} tables and ${files} files`)
  })
}
