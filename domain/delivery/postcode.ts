import { toPlainSigns } from "../pasted-text.ts"

/** Takes "75 001" and "F-75001"; null when it is no French postcode. */
export function readPostcode(text: string): string | null {
  const digits = toPlainSigns(text)
    .replace(/^FR?[\s-]+(?=\d)/i, "")
    .replace(/[\s.]/g, "")
  return /^\d{5}$/.test(digits) ? digits : null
}
