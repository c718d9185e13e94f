import { printableText } from "../../domain/content/printable-text.ts"

/** Every text in `data`, however deep, as it can be printed. */
export function printable<Data>(data: Data): Data {
  return mapTexts(data, printableText)
}

/** `data` with every text in it changed, however deep. */
export function mapTexts<Data>(data: Data, change: (text: string) => string): Data {
  return mapped(data, change) as Data
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value)
  if (Array.isArray(value)) return value.map((part) => mapped(part, change))
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, mapped(part, change)]))
}
