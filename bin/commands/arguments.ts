import { OperatorProblem } from "../operator.ts"

type CommandArguments = {
  flags: ReadonlySet<string>
  values: ReadonlyMap<string, string>
  names: readonly string[]
}

type ArgumentSpec = { flags?: readonly string[]; values?: readonly string[]; names?: number; usage: string }

export function readArguments(
  args: readonly string[],
  { flags = [], values = [], names = 0, usage }: ArgumentSpec,
): CommandArguments {
  const result = { flags: new Set<string>(), values: new Map<string, string>(), names: [] as string[] }
  const rest = [...args]
  for (let arg = rest.shift(); arg !== undefined; arg = rest.shift()) {
    const [, name = "", inlineValue] = /^--([a-z-]+)(?:=(.*))?$/s.exec(arg) ?? []
    if (values.includes(name)) result.values.set(name, inlineValue ?? rest.shift() ?? "")
    else if (inlineValue === undefined && flags.includes(name)) result.flags.add(name)
    else if (!arg.startsWith("-") && result.names.length < names) result.names.push(arg)
    else throw new OperatorProblem(`“${arg}” is not understood. Use: ${usage}`)
  }
  return result
}
