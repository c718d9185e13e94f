/** Joiners, variation selectors and tags shape emoji and several scripts; all other invisible signs are noise. */
const noise =
  /(?!\u200c|\u200d|[\ufe00-\ufe0f]|[\u{e0020}-\u{e01ef}])\p{Default_Ignorable_Code_Point}|[\ufff9-\ufffb]/gu

const visible = /(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{N}\p{P}\p{S}]/u

/** Databases and invoice XML reject some of these characters; a reader sees none of them. */
export function cleanPastedText(text: string): string {
  const clean = text
    .replace(/\r\n?/g, "\n")
    .replace(/[\v\f\u0085\u2028\u2029\u2800]/g, " ")
    .replace(/[^\P{Cc}\t\n]|\p{Noncharacter_Code_Point}|\p{Cs}/gu, "")
    .replace(noise, "")
    .normalize("NFC")
  return visible.test(clean) || /^\s*$/.test(clean) ? clean : ""
}

/** Numbers and codes as a French keyboard types them. */
export function toPlainSigns(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, "")
    .normalize("NFKC")
    .replace(/[\p{Pd}\u2212]/gu, "-")
    .replace(/[\u0660-\u0669\u06f0-\u06f9]/g, (digit) => String(digit.charCodeAt(0) % 16))
    .trim()
}
