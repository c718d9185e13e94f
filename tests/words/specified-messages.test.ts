import { globSync, readFileSync } from "node:fs"
import { expect, test } from "vitest"
import { readSentences } from "../architecture/specification-ids.ts"
import { textsIn } from "./texts.ts"

// Messages that no other test can trigger.

const sentences = new Map(
  readSentences(readFileSync("docs/specification-ids.md", "utf8")).map(({ id, text }) => [id, text]),
)

const texts = ["app", "domain", "isomorphic", "server"]
  .flatMap((folder) => globSync(`${folder}/**/*.{ts,tsx}`))
  .filter((file) => !/\.(test|fixture)\.tsx?$/.test(file))
  .flatMap((file) => textsIn(file, readFileSync(file, "utf8")).map(({ text }) => text))
  .join("\n")

const readQuotes = (sentence: string) =>
  [...sentence.matchAll(/(?<=^|[\s(])'(.+?)'(?=[\s,.;)]|$)/g)].map(([, quote = ""]) => quote)

/** Requires whole words: "product" is not in "products". */
const isQuoted = (quote: string, by: string) =>
  by
    .split(quote)
    .some((after, index, parts) => index > 0 && !/^\p{L}/u.test(after) && !/\p{L}$/u.test(parts[index - 1] ?? ""))

test.each([
  "@V-dates-one",
  "@M-site-config",
  "@M-site-config-admin",
  "@M-site-config-save",
  "@M-home-products",
  "@M-products-wait",
  "@M-products-loading",
  "@M-product-loading",
  "@M-product-saving",
  "@M-product-deleting",
  "@M-product-status",
  "@M-options-updating",
  "@M-sign-up",
  "@M-cart-create",
  "@M-cart-fetch",
  "@M-cart-add",
  "@M-cart-remove",
  "@M-cart-clear",
  "@M-booking-create",
  "@M-bookings-load",
  "@M-booking-status",
  "@M-availability",
  "@M-upload-null",
  "@M-manual",
  "@M-image-delete",
  "@M-image-order",
  "@M-users",
  "@M-settings-load",
  "@M-settings-save",
  "@M-content-load",
  "@M-ok-password",
])("the message of %s is used word for word", (tag) => {
  const quotes = readQuotes(sentences.get(tag.slice(1)) ?? "")
  expect(quotes).not.toEqual([])
  expect(quotes.filter((quote) => !isQuoted(quote, texts))).toEqual([])
})

test("the rule finds a message in other words", () => {
  expect(readQuotes("Auth: the service message or 'Erreur lors de l'inscription' ('Réessayez')")).toEqual([
    "Erreur lors de l'inscription",
    "Réessayez",
  ])
  expect(isQuoted("Error loading product", "Error loading products, Error saving product")).toBe(false)
  expect(isQuoted("Error loading product", "Error loading product: none")).toBe(true)
})
