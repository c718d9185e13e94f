export interface TestSelection {
  readonly source: boolean
  /** Only `check` verifies commit subjects, because history that has landed cannot be changed. */
  readonly commits: boolean
  readonly vitest: string[] | null
  readonly browser: string[] | null
}

const everything: TestSelection = { source: true, commits: false, vitest: [], browser: [] }

export function selectTests(words: readonly string[]): TestSelection {
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
    else if (word === "integration") vitest = [...(vitest ?? []), "--project", "integration*"]
    else if (word === "browser") browser ??= []
    else if (/\.spec\.ts|tests\/browser/.test(word)) browser = [...(browser ?? []), word]
    else vitest = [...(vitest ?? []), word]
  }
  return { source, commits, vitest, browser }
}
