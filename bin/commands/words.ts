import { OperatorProblem } from "../operator.ts"

/** What was typed after a command. `flags` are there or not, `values` by their name, `names` is what stands alone, in its order. */
export type Words = { flags: ReadonlySet<string>; values: ReadonlyMap<string, string>; names: readonly string[] }

/** What a command takes: `--large`, `--at <value>` or `--at=<value>`, and so many words that stand alone. */
export type Understood = { flags?: readonly string[]; values?: readonly string[]; names?: number; usage: string }

/** Reads what was typed; the first word that the command does not take is told with how it is used. */
export function readWords(typed: readonly string[], { flags = [], values = [], names = 0, usage }: Understood): Words {
  const found = { flags: new Set<string>(), values: new Map<string, string>(), names: [] as string[] }
  const rest = [...typed]
  for (let word = rest.shift(); word !== undefined; word = rest.shift()) {
    const [, name = "", given] = /^--([a-z-]+)(?:=(.*))?$/s.exec(word) ?? []
    if (values.includes(name)) found.values.set(name, given ?? rest.shift() ?? "")
    else if (given === undefined && flags.includes(name)) found.flags.add(name)
    else if (!word.startsWith("-") && found.names.length < names) found.names.push(word)
    else throw new OperatorProblem(`“${word}” is not understood. Use: ${usage}`)
  }
  return found
}
