import { spawnSync } from "node:child_process"

/** The rule holds for commits after this one. */
const BASELINE = "c6b5b56c"
const MAX_LENGTH = 72

/** Returns why a subject is not an imperative of at most 72 characters, or null. */
export function subjectProblem(subject: string): string | null {
  if (subject.length > MAX_LENGTH) return `${subject.length} characters, at most ${MAX_LENGTH}`
  const verb = /^(?:[^:]{1,30}: )?(\S*)/.exec(subject)?.[1]?.toLowerCase() ?? ""
  const isVerb = /^[a-z][a-z-]*$/.test(verb) && !notVerbs.has(verb) && !isInflected(verb)
  return isVerb ? null : `"${verb}" is no imperative`
}

const notVerbs = new Set(
  "a an the that this these what who whoever where when which of by in on at for to from with without it its each every all any no nobody nothing one two three as if".split(
    " ",
  ),
)

const looksInflected = new Set(["embed", "feed", "need", "seed", "speed", "bring", "ping", "ring", "focus", "bias"])

function isInflected(verb: string): boolean {
  return !looksInflected.has(verb) && /(?:ed|ing|[^s]s)$/.test(verb)
}

if (import.meta.main) {
  // A shallow clone lacks the baseline: the log is empty then.
  const log = spawnSync("git", ["log", "--no-merges", "--format=%s", `${BASELINE}..HEAD`], { encoding: "utf8" })
  const problems = log.stdout
    .split("\n")
    .filter((subject) => subject !== "" && subjectProblem(subject) !== null)
    .map((subject) => `${subject}\n  ${subjectProblem(subject)}`)
  if (problems.length > 0) process.stdout.write(`${problems.join("\n")}\n`)
  process.exitCode = problems.length > 0 ? 1 : 0
}
