import { readFile } from "node:fs/promises"
import { describe, expect, test } from "vitest"

/** How many criteria each of the thirteen themes of RGAA 4.1.2 has. */
const themes = [9, 2, 3, 13, 8, 2, 5, 10, 4, 14, 13, 11, 12]

describe("the RGAA grid", () => {
  test("judges each of the 106 criteria once", async () => {
    const grid = await readFile("docs/rgaa.md", "utf8")
    const rows = [...grid.matchAll(/^\| (\d+)\.(\d+)(?:–\d+\.(\d+))? +\|[^|]*\| (C|NC|NA) +\|/gm)]
    const judged = rows.flatMap(([, theme, first, last]) =>
      Array.from(
        { length: Number(last ?? first) - Number(first) + 1 },
        (_, index) => `${theme}.${Number(first) + index}`,
      ),
    )
    const criteria = themes.flatMap((count, theme) =>
      Array.from({ length: count }, (_, index) => `${theme + 1}.${index + 1}`),
    )
    expect(criteria).toHaveLength(106)
    expect(judged).toEqual(criteria)
  })

  test("is quoted by the statement with its date, and as no audit (D51)", async () => {
    const [grid, statement] = await Promise.all([
      readFile("docs/rgaa.md", "utf8"),
      readFile("seed/legal/accessibility.md", "utf8"),
    ])
    expect(grid).toContain("22 November 2026")
    expect(statement).toMatch(/106 critères .* le 22 novembre 2026[^.]*, sans valeur d’audit/)
    // What was added to the sample later is dated in both.
    for (const [, day] of grid.matchAll(/\*\*(\d+) November 2026\*\*/g))
      expect(statement).toContain(`${day} novembre 2026`)
  })
})
