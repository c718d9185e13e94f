import { createContext } from "react"
import { accentOf } from "../../../../isomorphic/color/accent.ts"
import { color } from "./mail-colors.ts"

/** The colour of what is to be done, readable on a mail's light ground. */
export type MailAccent = { fill: string; onFill: string; text: string }

const house: MailAccent = { fill: color.accent, onFill: color.onAccent, text: color.accentText }

/** The company's own accent (site configuration, "#rrggbb"); the house's without one. */
export function mailAccentOf(chosen: string | null): MailAccent {
  const accent = chosen === null ? null : accentOf(chosen)?.light
  return accent ? { fill: accent.accent, onFill: accent.onAccent, text: accent.text } : house
}

/** Given by the frame to whatever stands in it. */
export const MailAccentContext = createContext(house)
