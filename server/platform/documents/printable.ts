import { printableText } from "../../../domain/content/printable-text.ts"

export function printable<Data>(data: Data): Data {
  return makePrintable(data) as Data
}

function makePrintable(value: unknown): unknown {
  if (typeof value === "string") return printableText(value)
  if (Array.isArray(value)) return value.map(makePrintable)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, makePrintable(part)]))
}
