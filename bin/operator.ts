// Imports nothing of ours: what it tells about may be that the environment cannot be read.

/** Something an operator can put right; the message says how. */
export class OperatorProblem extends Error {}

export function say(text = ""): void {
  process.stdout.write(`${text.replace(/^(?=.)/gm, "  ")}\n`)
}

/** By name, because the built server carries its own copy of these classes. */
const plain = new Set(["EnvironmentProblem", "EmbeddedProblem", "MigrationProblem", "BackupProblem"])

/** The plain sentence behind an error that an operator can put right, null for a bug. */
function plainly(error: unknown): string | null {
  if (error instanceof OperatorProblem) return error.message
  if (error instanceof Error && plain.has(error.name)) return error.message
  const code = error instanceof Error && "code" in error ? error.code : null
  if (code === "EADDRINUSE") return "The port is already in use. Stop what uses it, or choose another with PORT."
  if (code === "ENOSPC") return "The disk is full. Make room, then try again: nothing was lost."
  return null
}

/** Ends the process with one clear line, or with the whole error when it is a bug. */
export function giveUp(error: unknown): never {
  const sentence = plainly(error)
  if (sentence === null)
    process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`)
  else process.stderr.write(`${sentence.replace(/^(?=.)/gm, "  ")}\n`)
  process.exit(1)
}
