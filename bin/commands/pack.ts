import path from "node:path"
import { packRelease, releaseName } from "../release.ts"
import { say } from "../operator.ts"
import { readArguments } from "./arguments.ts"
import { runCommand } from "./shop.ts"

const usage = "npm run pack [-- <file, as guinguette.tar.gz>]"

await runCommand(async () => {
  const [name = `${await releaseName()}.tar.gz`] = readArguments(process.argv.slice(2), { names: 1, usage }).names
  const file = path.resolve(process.env["INIT_CWD"] ?? "", name)
  const { packages, bytes } = await packRelease(file)
  say(`${file}: ${packages} packages, ${Math.round(bytes / 1e6)} MB unpacked`)
})
