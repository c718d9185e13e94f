import { createContext } from "react"
import { deriveAccent } from "../../../../isomorphic/color/accent.ts"
import { color } from "./mail-colors.ts"

type MailAccent = { fill: string; onFill: string; text: string }

const defaultAccent: MailAccent = { fill: color.accent, onFill: color.onAccent, text: color.accentText }

export function toMailAccent(chosen: string | null): MailAccent {
  const accent = chosen === null ? null : deriveAccent(chosen)?.light
  return accent ? { fill: accent.accent, onFill: accent.onAccent, text: accent.text } : defaultAccent
}

export const MailAccentContext = createContext(defaultAccent)
