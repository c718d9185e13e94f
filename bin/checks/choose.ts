/** Which parts of the tests run, each with the files that were asked for; null leaves the part out. */
export interface Choice {
  /** Style, types, build. */
  readonly source: boolean
  /** The subjects of commits: a history that has landed cannot be mended, so only `check` reads them. */
  readonly commits: boolean
  readonly vitest: string[] | null
  readonly browser: string[] | null
}

const everything: Choice = { source: true, commits: false, vitest: [], browser: [] }

/**
 * What the words after `npm test --` ask for: nothing for everything; `lint`, `unit`, `integration`, `browser` for a
 * part; `check` for what needs no database and no browser; anything else is (a piece of) the path of test files.
 */
export function choose(words: readonly string[]): Choice {
  if (words.length === 0) return everything
  let source = false
  let commits = false
  let vitest: string[] | null = null
  let browser: string[] | null = null
  for (const word of words) {
    if (word === "lint") {
      source = true
      vitest = [...(vitest ?? []), "tests/architecture"]
    } else if (word === "check") {
      source = true
      commits = true
      vitest = [...(vitest ?? []), "--project", "unit"]
    } else if (word === "unit") vitest = [...(vitest ?? []), "--project", "unit"]
    // Those that share a thread, and those that have one of their own.
    else if (word === "integration") vitest = [...(vitest ?? []), "--project", "integration*"]
    else if (word === "browser") browser ??= []
    else if (/\.spec\.ts|tests\/browser/.test(word)) browser = [...(browser ?? []), word]
    else vitest = [...(vitest ?? []), word]
  }
  return { source, commits, vitest, browser }
}
