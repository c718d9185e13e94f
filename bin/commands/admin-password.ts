import { Pool } from "pg"
import { OperatorProblem, say } from "../operator.ts"
import { runCommand, withShop } from "./shop.ts"
import { readArguments } from "./arguments.ts"

const usage = "npm run admin-password [-- <e-mail address> [--without-second-factor]]"

await runCommand(() => renewPassword(process.argv.slice(2)))

/** For an administrator without mail: whoever can run this command owns the shop. */
async function renewPassword(args: readonly string[]): Promise<void> {
  const { names, flags } = readArguments(args, { flags: ["without-second-factor"], names: 1, usage })
  await withShop("npm run admin-password", async ({ renewAdministratorPassword }) => {
    await checkShopExists()
    const renewed = await renewAdministratorPassword(names[0] ?? null, flags.has("without-second-factor"))
    if (!renewed.ok) {
      const { administrators } = renewed.error
      const there = administrators.length === 0 ? "there is none" : `there is ${administrators.join(", ")}`
      const problem = names[0] ? `No administrator has the address ${names[0]}` : "Say which administrator"
      throw new OperatorProblem(`${problem}: ${there}. Use: ${usage}`)
    }
    say(`Administrator  ${renewed.value.email}`)
    say(`Password       ${renewed.value.password}  (shown only now: note it)`)
    if (renewed.value.hasSecondFactor) {
      say("The second factor is still asked. If that is lost too: --without-second-factor")
    }
  })
}

async function checkShopExists(): Promise<void> {
  const pool = new Pool({ connectionString: process.env["DATABASE_URL"], max: 1 })
  try {
    const { rows } = await pool.query<{ made: boolean }>("select to_regclass('profiles') is not null as made")
    if (!rows[0]?.made) throw new OperatorProblem("There is no shop in this database yet. Run npm start once first.")
  } finally {
    await pool.end()
  }
}
