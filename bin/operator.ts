// Imports nothing of ours, because reading the environment may be what fails.

export class OperatorProblem extends Error {}

export function say(text = ""): void {
  process.stdout.write(`${text.replace(/^(?=.)/gm, "  ")}\n`)
}

/** Matches by name, because the built server bundles its own copy of these classes. */
const operatorErrors = new Set(["EnvironmentProblem", "EmbeddedProblem", "MigrationProblem", "BackupProblem"])

function operatorMessage(error: unknown): string | null {
  if (error instanceof OperatorProblem) return error.message
  if (error instanceof Error && operatorErrors.has(error.name)) return error.message
  const code = error instanceof Error && "code" in error ? error.code : null
  if (code === "EADDRINUSE") return "The port is already in use. Stop what uses it, or choose another with PORT."
  if (code === "ENOSPC") return "The disk is full. Make room, then try again: nothing was lost."
  return null
}

export function giveUp(error: unknown): never {
  const sentence = operatorMessage(error)
  if (sentence === null)
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  else process.stderr.write(`${sentence.replace(/^(?=.)/gm, "  ")}\n`)
  process.exit(1)
}
