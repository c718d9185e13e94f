import { type Oklch, contrast, toHex, hueDistance, parseOklch, clampToGamut } from "./oklch.ts"

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
  /** Destructive buttons are then outlined instead. */
  nearDanger: boolean
}

/** Must match the design tokens; a test compares them. */
type Ground = { paper: Oklch; paperSunk: Oklch; ink: Oklch; light: Oklch }

export const grounds: { readonly light: Ground; readonly dark: Ground } = {
  light: {
    paper: { l: 0.975, c: 0.012, h: 84 },
    paperSunk: { l: 0.945, c: 0.017, h: 84 },
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

const TEXT_CONTRAST = 4.5
const EDGE_CONTRAST = 3
const DANGER_HUE = 16
const DANGER_RANGE = 20

export function deriveAccent(hex: string): Accent | null {
  const chosen = parseOklch(hex)
  if (!chosen) return null
  const base = clampToGamut({ ...chosen, c: Math.min(chosen.c, 0.19), l: clamp(chosen.l, 0.55, 0.8) })
  return {
    light: deriveTokens(base, grounds.light, {
      hover: -0.04,
      press: -0.07,
      wash: { l: 0.945, c: 0.025 },
      check: 0.2,
      readable: -0.01,
    }),
    dark: deriveTokens(base, grounds.dark, {
      hover: 0.03,
      press: -0.045,
      wash: { l: 0.305, c: 0.052 },
      check: 0.14,
      readable: 0.01,
    }),
    nearDanger: chosen.c > 0.03 && hueDistance(chosen.h, DANGER_HUE) <= DANGER_RANGE,
  }
}

type Theme = { hover: number; press: number; wash: { l: number; c: number }; check: number; readable: number }

function deriveTokens(base: Oklch, ground: Ground, theme: Theme): AccentTokens {
  const { accent, onAccent } = fillColors(base, ground)
  const wash = toHex({ ...base, l: theme.wash.l, c: Math.min(base.c, theme.wash.c) })
  const papers = [toHex(ground.paper), toHex(ground.paperSunk)]
  return {
    accent: toHex(accent),
    onAccent,
    hover: toHex(stepKeepingContrast(accent, theme.hover, onAccent)),
    press: toHex(stepKeepingContrast(accent, theme.press, onAccent)),
    text: toHex(
      moveUntil({ ...accent, c: Math.min(accent.c, 0.15) }, theme.readable, (color) =>
        [...papers, wash].every((paper) => contrast(color, paper) >= TEXT_CONTRAST),
      ),
    ),
    wash,
    line: toHex(moveUntil(accent, theme.readable, (color) => contrast(color, toHex(ground.paper)) >= EDGE_CONTRAST)),
    check: toHex(accent) + Math.round(theme.check * 255).toString(16),
  }
}

function fillColors(base: Oklch, ground: Ground): { accent: Oklch; onAccent: string } {
  const [ink, paper] = [toHex(ground.ink), toHex(ground.light)]
  if (contrast(toHex(base), paper) >= TEXT_CONTRAST) return { accent: base, onAccent: paper }
  return { accent: moveUntil(base, 0.02, (color) => contrast(color, ink) >= TEXT_CONTRAST), onAccent: ink }
}

function stepKeepingContrast(accent: Oklch, step: number, onAccent: string): Oklch {
  const target = { ...accent, l: accent.l + step }
  const backStep = step > 0 ? -0.005 : 0.005
  for (
    let moved = target;
    Math.sign(moved.l - accent.l) === Math.sign(step);
    moved = { ...moved, l: moved.l + backStep }
  ) {
    if (contrast(toHex(moved), onAccent) >= TEXT_CONTRAST) return moved
  }
  return accent
}

function moveUntil(color: Oklch, step: number, isSufficient: (hex: string) => boolean): Oklch {
  let moved = color
  while (!isSufficient(toHex(moved)) && moved.l > 0 && moved.l < 1) moved = { ...moved, l: clamp(moved.l + step, 0, 1) }
  return moved
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(high, Math.max(low, value))
}

const cssVariables: Record<keyof AccentTokens, string> = {
  accent: "--accent",
  hover: "--accent-hover",
  press: "--accent-press",
  onAccent: "--on-accent",
  text: "--accent-text",
  wash: "--accent-wash",
  line: "--accent-line",
  check: "--check-1",
}

export function accentStylesheet({ light, dark }: Accent): string {
  const rule = (selector: string, tokens: AccentTokens) => {
    const lines = Object.entries(cssVariables).map(([key, name]) => `${name}:${tokens[key as keyof AccentTokens]}`)
    return `${selector}{${lines.join(";")}}`
  }
  return [
    rule(":root", light),
    `@media (prefers-color-scheme:dark){${rule(':root:not([data-theme="light"])', dark)}}`,
    rule(':root[data-theme="dark"]', dark),
    "",
  ].join("\n")
}
