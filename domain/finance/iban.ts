const lengths: Readonly<Record<string, number>> = {
  AD: 24,
  AT: 20,
  BE: 16,
  BG: 22,
  CH: 21,
  CY: 28,
  CZ: 24,
  DE: 22,
  DK: 18,
  EE: 20,
  ES: 24,
  FI: 18,
  FR: 27,
  GB: 22,
  GI: 23,
  GR: 27,
  HR: 21,
  HU: 28,
  IE: 22,
  IS: 26,
  IT: 27,
  LI: 21,
  LT: 20,
  LU: 20,
  LV: 21,
  MC: 27,
  MT: 31,
  NL: 18,
  NO: 15,
  PL: 28,
  PT: 25,
  RO: 24,
  SE: 24,
  SI: 19,
  SK: 24,
  SM: 27,
  VA: 22,
}

type IbanReading = { ok: true; iban: string } | { ok: false; problem: "country" | "length" | "checksum" }

/** ISO 13616. */
export function readIban(text: string): IbanReading {
  const iban = text.replace(/[\s.-]/g, "").toUpperCase()
  const length = lengths[iban.slice(0, 2)]
  if (length === undefined) return { ok: false, problem: "country" }
  if (iban.length !== length) return { ok: false, problem: "length" }
  return /^..\d\d/.test(iban) && remainder(iban) === 1 ? { ok: true, iban } : { ok: false, problem: "checksum" }
}

export function readBic(text: string): string | null {
  const bic = text.replace(/\s/g, "").toUpperCase()
  return /^[A-Z]{6}[A-Z\d]{2}([A-Z\d]{3})?$/.test(bic) ? bic : null
}

export function ibanLabel(iban: string): string {
  return iban.replace(/(.{4})(?=.)/g, "$1\u00a0")
}

/** NaN when a character is invalid. */
function remainder(iban: string): number {
  const digits = `${iban.slice(4)}${iban.slice(0, 4)}`.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 55))
  return [...digits].reduce((rest, digit) => (rest * 10 + Number(digit)) % 97, 0)
}
