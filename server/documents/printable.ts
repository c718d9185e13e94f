/**
 * What our faces and those that the compiler brings can draw: Latin with every accent, Greek, Russian, and the
 * punctuation of a letter. PDF/A refuses a sign that no face has, and one emoji in a name must not keep a contract from
 * being made.
 */
const drawn =
  /[\n -~\u00a0-\u00ac\u00ae-\u024f\u0386\u0388-\u038a\u038c\u038e-\u03a1\u03a3-\u03ce\u0400-\u045f\u1e00-\u1e9b\u1ea0-\u1ef9\u2010-\u2014\u2018-\u201e\u2020-\u2022\u2026\u202f\u2030\u2032\u2033\u2039\u203a\u20ac\u2116\u2122\u2190-\u2193\u2212\u25a1]/u

/** Marks that turn the direction of what follows, and others that nobody sees: they only serve to deceive a reader. */
const unseen = /\p{Cc}|\p{Cf}|\p{Co}|\p{Cn}|\p{Cs}|\p{M}/u

/** Every text in `data`, however deep, as it can be printed. */
export function printable<Data>(data: Data): Data {
  return printableValue(data) as Data
}

function printableValue(value: unknown): unknown {
  if (typeof value === "string") return printableText(value)
  if (Array.isArray(value)) return value.map(printableValue)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, printableValue(part)]))
}

/**
 * A text of signs that can be drawn: accents joined to their letters, tabs as spaces, French no-break spaces where they
 * belong, nothing unseen, and □ in the place of a sign that no face has.
 */
export function printableText(text: string): string {
  const signs = [
    ...text
      .normalize("NFC")
      .replace(/\r\n?|[\u2028\u2029]/g, "\n")
      .replace(/\t/g, " "),
  ]
  return (
    signs
      .map((sign) => (drawn.test(sign) ? sign : unseen.test(sign) ? "" : plainerSign(sign)))
      .join("")
      .replace(/ ([:;!?»%€])/g, "\u00a0$1")
      // Without a place to break, a line of a PDF could outgrow what its standard allows.
      .replace(/\S{400}/g, "$&\u200b")
      .replace(/« /g, "«\u00a0")
      .replace(/\b(n°|art\.|[LRD]\.) (?=\d)/gi, "$1\u00a0")
  )
}

/** "ﬁ" as "fi", "Ａ" as "A". */
function plainerSign(sign: string): string {
  const plainer = [...sign.normalize("NFKC")]
  return plainer.every((part) => drawn.test(part)) ? plainer.join("") : "□"
}
