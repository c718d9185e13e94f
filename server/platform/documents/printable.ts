import { printableText } from "../../../domain/content/printable-text.ts"

/** Every text in `data`, however deep, as it can be printed. */
export function printable<Data>(data: Data): Data {
  return printed(data) as Data
}

function printed(value: unknown): unknown {
  if (typeof value === "string") return printableText(value)
  if (Array.isArray(value)) return value.map(printed)
  if (typeof value !== "object" || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, printed(part)]))
}
