import { readFileSync } from "node:fs"
import fc from "fast-check"
import { describe, expect, test } from "vitest"
import { type AccentTokens, deriveAccent, accentStylesheet, grounds } from "./accent.ts"
import { contrast, toHex, hueDistance, parseOklch } from "./oklch.ts"

const anyColor = fc.integer({ min: 0, max: 0xffffff }).map((number) => `#${number.toString(16).padStart(6, "0")}`)
const themes = ["light", "dark"] as const

function expectReadable(tokens: AccentTokens, theme: (typeof themes)[number]) {
  const [paper, sunk] = [toHex(grounds[theme].paper), toHex(grounds[theme].paperSunk)]
  for (const fill of [tokens.accent, tokens.hover, tokens.press])
    expect(contrast(fill, tokens.onAccent)).toBeGreaterThanOrEqual(4.5)
  for (const ground of [paper, sunk, tokens.wash]) expect(contrast(tokens.text, ground)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(tokens.line, paper)).toBeGreaterThanOrEqual(3)
}

describe("a company's colour", () => {
  test("the colour is readable wherever it is used, whatever was chosen", () => {
    fc.assert(
      fc.property(anyColor, (hex) => {
        const accent = deriveAccent(hex)
        expect(accent).not.toBeNull()
        for (const theme of themes) if (accent) expectReadable(accent[theme], theme)
      }),
      { numRuns: 400 },
    )
  })

  test.each(["#000000", "#ffffff", "#ffff00", "#0000ff", "#808080", "#ff0000", "#00ff00"])(
    "the colour %s is readable too",
    (hex) => {
      const accent = deriveAccent(hex)
      for (const theme of themes) if (accent) expectReadable(accent[theme], theme)
    },
  )

  test("the colour keeps its hue", () => {
    for (const hex of ["#1d4ed8", "#15803d", "#c2410c"]) {
      const result = parseOklch(deriveAccent(hex)?.light.accent ?? "")
      expect(hueDistance(result?.h ?? 999, parseOklch(hex)?.h ?? 0)).toBeLessThan(2)
    }
  })

  test("a colour close to the red of danger says so, and others do not", () => {
    expect(deriveAccent("#d1254b")?.nearDanger).toBe(true)
    expect(deriveAccent("#1d4ed8")?.nearDanger).toBe(false)
    expect(deriveAccent("#777777")?.nearDanger).toBe(false)
    const near = (c: number, h: number) => deriveAccent(toHex({ l: 0.6, c, h }))?.nearDanger
    expect([near(0.15, -5), near(0.15, -3), near(0.15, 35), near(0.15, 38)]).toEqual([false, true, true, false])
    expect([near(0.026, 16), near(0.034, 16)]).toEqual([false, true])
  })

  // One case each: light text, dark text, too light, too dark, no room for the pressed button.
  test.each([
    [
      "#1d4ed8",
      "#3767de #fbf6ee #2c5ad1 #2451c7 #3f66c2 #e4edfe #3767de #3767de33",
      "#3767de #fbf6ee #3869e0 #2b59cf #6994f4 #222e49 #3767de #3767de24",
    ],
    [
      "#ffff00",
      "#c6c600 #001b21 #b9b900 #afaf00 #6e6e00 #edefdc #929200 #c6c60033",
      "#c6c600 #001b21 #d0d021 #b7b700 #c4c542 #31310f #c6c600 #c6c60024",
    ],
    [
      "#000000",
      "#717171 #fbf6ee #666666 #5d5d5d #696969 #ededed #717171 #71717133",
      "#717171 #fbf6ee #717171 #656565 #989898 #2f2f2f #717171 #71717124",
    ],
    [
      "#ff0000",
      "#e44d3e #001b21 #e34b3c #e34b3c #b54337 #fde7e3 #e44d3e #e44d3e33",
      "#e44d3e #001b21 #ef5747 #e34b3c #e97262 #46241f #e44d3e #e44d3e24",
    ],
    [
      "#15803d",
      "#31934f #001b21 #2f924e #2f924e #097b38 #e2f2e4 #31934f #31934f33",
      "#31934f #001b21 #3b9d58 #2f924e #4dac67 #1a3621 #31934f #31934f24",
    ],
  ])("the colour %s becomes the same tokens everywhere", (hex, light, dark) => {
    const tokenValues = (tokens: AccentTokens | undefined) =>
      tokens &&
      [
        tokens.accent,
        tokens.onAccent,
        tokens.hover,
        tokens.press,
        tokens.text,
        tokens.wash,
        tokens.line,
        tokens.check,
      ].join(" ")
    expect(tokenValues(deriveAccent(hex)?.light)).toBe(light)
    expect(tokenValues(deriveAccent(hex)?.dark)).toBe(dark)
  })

  test("an invalid colour has no tokens", () => {
    for (const text of ["", "red", "#12345", "#1234567", "#12345g", "url(x)"]) expect(deriveAccent(text)).toBeNull()
  })

  test("the colour becomes a stylesheet of both themes and nothing else", () => {
    const accent = deriveAccent("#1d4ed8")
    const css = accent ? accentStylesheet(accent) : ""
    expect(css.split("\n")[0]).toBe(
      ":root{--accent:#3767de;--accent-hover:#2c5ad1;--accent-press:#2451c7;--on-accent:#fbf6ee;--accent-text:#3f66c2;" +
        "--accent-wash:#e4edfe;--accent-line:#3767de;--check-1:#3767de33}",
    )
    // The visitor's choice overrides the system preference.
    expect(
      css
        .split("\n")
        .slice(1)
        .map((line) => line.replace(/\{--.*?\}/, "{…}")),
    ).toEqual([
      '@media (prefers-color-scheme:dark){:root:not([data-theme="light"]){…}}',
      ':root[data-theme="dark"]{…}',
      "",
    ])
    expect(css.match(/--accent:#[0-9a-f]{6}/g)).toHaveLength(3)
    expect(css.match(/--check-1:#[0-9a-f]{8}/g)).toHaveLength(3)
    expect(css.replace(/[\w\s:;{}()#@",=[\].-]/g, "")).toBe("")
  })
})

test("the backgrounds match the design tokens", () => {
  const css = readFileSync("app/styles/tokens.css", "utf8")
  const [first = "", afterDark = ""] = css.split("prefers-color-scheme: dark")
  const token = (text: string, name: string) => {
    const [, l, c, h] = new RegExp(`--${name}: oklch\\(([\\d.]+) ([\\d.]+) ([\\d.]+)\\)`).exec(text) ?? []
    return { l: Number(l), c: Number(c), h: Number(h) }
  }
  expect(token(first, "paper")).toEqual(grounds.light.paper)
  expect(token(first, "paper-sunk")).toEqual(grounds.light.paperSunk)
  expect(token(first, "on-accent")).toEqual(grounds.light.ink)
  expect(token(afterDark, "paper")).toEqual(grounds.dark.paper)
  expect(token(afterDark, "paper-sunk")).toEqual(grounds.dark.paperSunk)
})

test("our own coral has the contrast stated on the design board", () => {
  const coral = toHex({ l: 0.705, c: 0.172, h: 32 })
  expect(contrast(coral, toHex(grounds.light.ink))).toBeCloseTo(6.3, 0)
  expect(contrast(toHex({ l: 0.245, c: 0.038, h: 215 }), toHex(grounds.light.paper))).toBeCloseTo(14.9, 0)
})
