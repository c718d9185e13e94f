import type { Choice } from "./conflict.ts"

/** Texts by their field. */
type Texts = Readonly<Record<string, string>>

/**
 * The version that a form was opened on, the one that the person who typed has `read` since, and what they chose, field by
 * field, having read it.
 */
export type OpenedVersion = { seen: number; read: number | null; choices: ReadonlyMap<string, Choice> }

const noChoices: OpenedVersion["choices"] = new Map()

/** The choices that hold over the version that is stored now: those that were made having read just that one. */
export function choicesOver({ read, choices }: OpenedVersion, version: number): OpenedVersion["choices"] {
  return read === version ? choices : noChoices
}

/**
 * What two people make of one thing whose former state is known: `base` is what the form was opened on, null when there
 * was nothing. A field that only one of them changed gets what that one wrote; one that both changed differently gets
 * what was chosen for it, and is a conflict while nothing was.
 */
export function mergeVersions<Written extends Texts>(
  base: Written | null,
  stored: Written,
  mine: Written,
  choices: OpenedVersion["choices"] = noChoices,
): { merged: Written; conflicts: (keyof Written & string)[] } {
  const names: (keyof Written & string)[] = Object.keys(mine)
  const merged = { ...mine }
  const conflicts: (keyof Written & string)[] = []
  for (const name of names) {
    if (mine[name] === stored[name] || stored[name] === base?.[name]) continue
    const choice = mine[name] === base?.[name] ? "stored" : choices.get(name)
    if (choice === undefined) conflicts.push(name)
    else if (choice === "stored") merged[name] = stored[name]
  }
  return { merged, conflicts }
}
