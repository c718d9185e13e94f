import { type Oklch, contrast, hexOf, hueDistance, oklchOf, withinScreen } from "./oklch.ts"

/** The tokens that a company's colour replaces, in one theme. All are hex, `check` has two digits of opacity more. */
export type AccentTokens = {
  accent: string
  hover: string
  press: string
  onAccent: string
  text: string
  wash: string
  line: string
  check: string
}

export type Accent = {
  light: AccentTokens
  dark: AccentTokens
  /** The hue is close to the one of danger: what destroys is then outlined, to be told apart. */
  nearDanger: boolean
}

/** What the colour stands on, as in the design tokens; a test compares them. */
export type Ground = { paper: Oklch; paperSunk: Oklch; ink: Oklch; light: Oklch }

export const grounds: { readonly light: Ground; readonly dark: Ground } = {
  light: {
    paper: { l: 0.975, c: 0.012, h: 84 },
    paperSunk: { l: 0.945, c: 0.017, h: 84 },
    // Text on the colour: ink on coral like a poster, or else the paper.
    ink: { l: 0.205, c: 0.04, h: 215 },
    light: { l: 0.975, c: 0.012, h: 84 },
  },
  dark: {
    paper: { l: 0.195, c: 0.03, h: 216 },
    paperSunk: { l: 0.175, c: 0.03, h: 216 },
    ink: { l: 0.205, c: 0.04, h: 215 },
    light: { l: 0.975, c: 0.012, h: 84 },
  },
}

const TEXT = 4.5
const EDGE = 3
const DANGER_HUE = 16
const NEAR = 20

/** A company's colour, made readable in both themes (board, "A company's own accent"); null when it is not "#rrggbb". */
export function accentOf(hex: string): Accent | null {
  const chosen = oklchOf(hex)
  if (!chosen) return null
  const base = withinScreen({ ...chosen, c: Math.min(chosen.c, 0.19), l: clamp(chosen.l, 0.55, 0.8) })
  return {
    light: tokensOf(base, grounds.light, {
      hover: -0.04,
      press: -0.07,
      wash: { l: 0.945, c: 0.025 },
      check: 0.2,
      readable: -0.01,
    }),
    dark: tokensOf(base, grounds.dark, {
      hover: 0.03,
      press: -0.045,
      wash: { l: 0.305, c: 0.052 },
      check: 0.14,
      readable: 0.01,
    }),
    nearDanger: chosen.c > 0.03 && hueDistance(chosen.h, DANGER_HUE) <= NEAR,
  }
}

type Theme = { hover: number; press: number; wash: { l: number; c: number }; check: number; readable: number }

function tokensOf(base: Oklch, ground: Ground, theme: Theme): AccentTokens {
  const { accent, onAccent } = fill(base, ground)
  const wash = hexOf({ ...base, l: theme.wash.l, c: Math.min(base.c, theme.wash.c) })
  const papers = [hexOf(ground.paper), hexOf(ground.paperSunk)]
  return {
    accent: hexOf(accent),
    onAccent,
    hover: hexOf(near(accent, theme.hover, onAccent)),
    press: hexOf(near(accent, theme.press, onAccent)),
    text: hexOf(
      moveUntil({ ...accent, c: Math.min(accent.c, 0.15) }, theme.readable, (color) =>
        [...papers, wash].every((paper) => contrast(color, paper) >= TEXT),
      ),
    ),
    wash,
    line: hexOf(moveUntil(accent, theme.readable, (color) => contrast(color, hexOf(ground.paper)) >= EDGE)),
    check: hexOf(accent) + Math.round(theme.check * 255).toString(16),
  }
}

/** The colour of the filled button and of its words: paper, else ink, from which the colour moves away if it must. */
function fill(base: Oklch, ground: Ground): { accent: Oklch; onAccent: string } {
  const [ink, paper] = [hexOf(ground.ink), hexOf(ground.light)]
  if (contrast(hexOf(base), paper) >= TEXT) return { accent: base, onAccent: paper }
  return { accent: moveUntil(base, 0.02, (color) => contrast(color, ink) >= TEXT), onAccent: ink }
}

/** A step away from the colour, or as much of it as its words allow. */
function near(accent: Oklch, step: number, onAccent: string): Oklch {
  const target = { ...accent, l: accent.l + step }
  const towards = step > 0 ? -0.005 : 0.005
  for (
    let moved = target;
    Math.sign(moved.l - accent.l) === Math.sign(step);
    moved = { ...moved, l: moved.l + towards }
  ) {
    if (contrast(hexOf(moved), onAccent) >= TEXT) return moved
  }
  return accent
}

function moveUntil(color: Oklch, step: number, enough: (hex: string) => boolean): Oklch {
  let moved = color
  while (!enough(hexOf(moved)) && moved.l > 0 && moved.l < 1) moved = { ...moved, l: clamp(moved.l + step, 0, 1) }
  return moved
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

const names: Record<keyof AccentTokens, string> = {
  accent: "--accent",
  hover: "--accent-hover",
  press: "--accent-press",
  onAccent: "--on-accent",
  text: "--accent-text",
  wash: "--accent-wash",
  line: "--accent-line",
  check: "--check-1",
}

/** The stylesheet that puts a company's colour in the place of ours, in both themes. */
export function accentStylesheet({ light, dark }: Accent): string {
  const rule = (selector: string, tokens: AccentTokens) => {
    const lines = Object.entries(names).map(([key, name]) => `${name}:${tokens[key as keyof AccentTokens]}`)
    return `${selector}{${lines.join(";")}}`
  }
  return [
    rule(":root", light),
    `@media (prefers-color-scheme:dark){${rule(':root:not([data-theme="light"])', dark)}}`,
    rule(':root[data-theme="dark"]', dark),
    "",
  ].join("\n")
}
