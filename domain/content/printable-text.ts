/** Hexadecimal ranges covered by `server/platform/documents/fonts` and the compiler's fonts. */
const drawableRanges = [
  "000a 0020 00a0 202f",
  // Latin, phonetic
  "0021-007e 00a1-00ac 00ae-02ff",
  // marks
  "0300-033f 0342 0345-034e 0350-036f",
  // Greek
  "0370-0373 0375-0377 037a-037d 037f 0384-0386 0388-038a 038c 038e-03a1 03a3-03e1 03f0-03ff",
  // Cyrillic
  "0400-052f",
  // Armenian
  "0531-0556 0559-058a 058d-058f",
  // Hebrew
  "0591-05c7 05d0-05ea 05f0-05f4",
  // Arabic
  "0606-061b 061e-06dc 06de-06ff 0750-077f",
  // Thaana
  "0780-07b1",
  // Devanagari
  "0900-0957 0960-097f",
  // Bengali
  "0980-0983 0985-098c 098f-0990 0993-09a8 09aa-09b0 09b2 09b6-09b9 09bc-09c4 09c7-09c8 09cb-09ce 09d7 09e0-09e3 09e6-09fe",
  // Gurmukhi
  "0a01-0a03 0a05-0a0a 0a0f-0a10 0a13-0a28 0a2a-0a30 0a32 0a35 0a38-0a39 0a3c 0a3e-0a42 0a47-0a48 0a4b-0a4d 0a51 0a5c 0a66-0a76",
  // Gujarati
  "0a81-0a83 0a85-0a8d 0a8f-0a91 0a93-0aa8 0aaa-0ab0 0ab2-0ab3 0ab5-0ab9 0abc-0ac5 0ac7-0ac9 0acb-0acd 0ad0 0ae0-0ae3 0ae6-0af1 0af9-0aff",
  // Tamil
  "0b82-0b83 0b85-0b8a 0b8e-0b90 0b92-0b95 0b99-0b9a 0b9c 0b9e-0b9f 0ba3-0ba4 0ba8-0baa 0bae-0bb9 0bbe-0bc2 0bc6-0bc8 0bca-0bcd 0bd0 0bd7 0be6-0bfa",
  // Telugu
  "0c00-0c0c 0c0e-0c10 0c12-0c28 0c2a-0c39 0c3d-0c44 0c46-0c48 0c4a-0c4d 0c55-0c56 0c58-0c5a 0c60-0c63 0c66-0c6f 0c77-0c7f",
  // Kannada
  "0c80-0c8c 0c8e-0c90 0c92-0ca8 0caa-0cb3 0cb5-0cb9 0cbc-0cc4 0cc6-0cc8 0cca-0ccd 0cd5-0cd6 0cde 0ce0-0ce3 0ce6-0cef 0cf1-0cf2",
  // Malayalam
  "0d00-0d0c 0d0e-0d10 0d12-0d44 0d46-0d48 0d4a-0d4f 0d54-0d63 0d66-0d7f",
  // Sinhala
  "0d81-0d83 0d85-0d96 0d9a-0db1 0db3-0dbb 0dbd 0dc0-0dc6 0dca 0dcf-0dd4 0dd6 0dd8-0ddf 0de6-0def 0df2-0df4",
  // Thai
  "0e01-0e3a 0e3f-0e5b",
  // Lao
  "0e81-0e82 0e84 0e87-0e88 0e8a 0e8d 0e94-0e97 0e99-0e9f 0ea1-0ea3 0ea5 0ea7 0eaa-0eab 0ead-0eb9 0ebb-0ebd 0ec0-0ec4 0ec6 0ec8-0ecd 0ed0-0ed9 0edc-0edf",
  // Myanmar
  "1000-109f",
  // Georgian
  "10a0-10c5 10c7 10cd 10d0-10ff",
  // Ethiopic
  "1200-1248 124a-124d 1250-1256 1258 125a-125d 1260-1288 128a-128d 1290-12b0 12b2-12b5 12b8-12be 12c0 12c2-12c5 12c8-12d6 12d8-1310 1312-1315 1318-135a 135d-137c",
  // Khmer
  "1780-17b3 17b6-17dd 17e0-17e9 17f0-17f9",
  // Georgian capitals
  "1c90-1cba 1cbd-1cbf",
  // Latin, Vietnamese
  "1e00-1eff",
  // Greek with accents
  "1f00-1f15 1f18-1f1d 1f20-1f45 1f48-1f4d 1f50-1f57 1f59 1f5b 1f5d 1f5f-1f70 1f72 1f74 1f76 1f78 1f7a 1f7c 1f80-1fb4 1fb6-1fba 1fbc-1fbd 1fbf-1fc4 1fc6-1fc8 1fca 1fcc-1fd2 1fd6-1fda 1fdd-1fe2 1fe4-1fea 1fec-1fed 1ff2-1ff4 1ff6-1ff8 1ffa 1ffc 1ffe",
  // punctuation, currencies, arrows
  "2010-2027 2030-205e 20a0-20bf 2116 2122 2190-2193 2212 25a1",
  // Tifinagh
  "2d30-2d67 2d6f-2d70",
  // Chinese and Japanese
  "3001-3003 3005-3007 300a-3011 3041-3094 3099-309e 30a0-30f6 30fb-30fe 3105-3129 4e00-9fa5",
  // Korean
  "ac00-d7a3",
]

const drawable = new RegExp(
  `[${drawableRanges
    .join(" ")
    .split(" ")
    .map((range) => range.replace(/[0-9a-f]{4}/g, "\\u$&"))
    .join("")}]`,
  "u",
)

/** Direction overrides and invisible characters could deceive readers. */
const invisible = /\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}|\p{M}/u

const graphemes = new Intl.Segmenter("fr", { granularity: "grapheme" })

/** PDF/A rejects characters no font has; an emoji must not block a contract. */
export function printableText(text: string): string {
  const characters = [
    ...text
      .normalize("NFC")
      .replace(/\r\n?/g, "\n")
      .replace(/[\t\v\f\u0085\u2028\u2029]/g, " "),
  ]
  return (
    characters
      .map(toPrintable)
      .join("")
      // Stacked marks hide neighbouring lines.
      .replace(/(?<![\p{L}\p{M}\p{N}])\p{M}+/gu, "")
      .replace(/(\p{M}{3})\p{M}+/gu, "$1")
      .replace(/ ([:;!?»%€])/g, "\u00a0$1")
      // PDF/A limits an unbroken line's length.
      .replace(/\S{400}/g, "$&\u200b")
      .replace(/« /g, "«\u00a0")
      .replace(/\b(n°|art\.|[LRD]\.) (?=\d)/gi, "$1\u00a0")
  )
}

export function unprintableCharacters(text: string): string[] {
  const characters = [...graphemes.segment(text.normalize("NFC"))].map(({ segment }) => segment)
  return [
    ...new Set(
      characters.filter((character) => !character.includes("□") && [...character].map(toPrintable).includes("□")),
    ),
  ]
}

export function isPrintable(text: string): boolean {
  return unprintableCharacters(text).length === 0
}

export function unprintableMessage(text: string): string {
  const characters = unprintableCharacters(text)
  const isPlural = characters.length > 1
  return (
    `Nos documents n’impriment pas ${isPlural ? "ces signes" : "ce signe"}\u00a0: ${characters.slice(0, 5).join(" ")}. ` +
    (isPlural ? "Remplacez-les par des lettres." : "Remplacez-le par une lettre.")
  )
}

function toPrintable(character: string): string {
  if (drawable.test(character)) return character
  if (invisible.test(character)) return ""
  const simplified = [...character.normalize("NFKC")]
  return simplified.every((part) => drawable.test(part)) ? simplified.join("") : "□"
}
