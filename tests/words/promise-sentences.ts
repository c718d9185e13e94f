import { readFileSync } from "node:fs"
import { legalPages } from "../../domain/content/legal-pages.ts"
import { faqEntries } from "../../seed/faq.ts"
import { templates } from "../../server/mail/templates/all-templates.ts"

/** One sentence of ours that may promise something, under the text that it stands in. `key` is how it begins. */
export type Said = { source: string; key: string }

const KEY_LENGTH = 70

/** Words by which a sentence says what we do, keep, send, or let somebody do. */
const promising =
  /(?<!\p{L})(?:nous|notre|nos|recevez|retrouve|télécharge|efface|supprim|conserv|garde|gardé|bloqué|rembours|rappel|prévenu|parvien|affich|envoy|envoi|export|répon|appliqu|notif|journalis|chiffr|freiné|réencod|scell|fermé|close|libre|modifi|déduit|figur|constat|convenu)\p{L}*/iu

/** A row of a table that says how long something is kept. */
const period = /^[^|]+ \| [^|]*(?:\d|conservation\.)[^|]*$/u

/**
 * Every such sentence of the house's legal texts, of its contract and of the mails that the owner may word, and of the
 * help centre every sentence: an answer promises with any words.
 */
export function promisesMade(): Said[] {
  const texts: [string, string][] = [
    ...legalPages.map((page): [string, string] => [page, readFileSync(`seed/legal/${page}.md`, "utf8")]),
    ["contract", readFileSync("seed/contract.md", "utf8")],
    ...faqEntries.map(({ slug, answer }): [string, string] => [`faq ${slug}`, answer]),
    ...Object.entries(templates).map(([name, { editable }]): [string, string] => [
      `mail ${name}`,
      Object.entries(editable?.defaults ?? {})
        .filter(([part]) => part !== "subject" && part !== "greeting")
        .map(([, text]) => text)
        .join("\n\n"),
    ]),
  ]
  return texts.flatMap(([source, text]) =>
    sentencesOf(text)
      .filter((sentence) => source.startsWith("faq ") || promising.test(sentence) || period.test(sentence))
      .map((sentence) => ({ source, key: keyOf(sentence) })),
  )
}

/** The beginning of a sentence, as a cell of a table can hold it. */
function keyOf(sentence: string): string {
  return sentence.replaceAll("|", "·").slice(0, KEY_LENGTH).trim()
}

export function sentencesOf(text: string): string[] {
  return text
    .replace(/\{\{[#/]si[^}]*\}\}|\{\{sinon\}\}/g, " ")
    .split(/\n\s*\n|\n(?=[-|>]|\d+\.)/)
    .map((block) =>
      block
        .replace(/^>.*/gm, "")
        .replace(/^#.*$/gm, "")
        .replace(/[\s\u00a0\u202f]+/g, " ")
        .replace(/^[\s>#|*-]+|[\s>#|*-]+$/g, "")
        .replace(/^\d+\. /, ""),
    )
    .flatMap((block) => block.split(/(?<=[.!?]) (?=[\p{Lu}«*[])/u))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence.length > 25)
}
