/** Empties React Router's error messages in place, because they name our files. */
export function stripFrameworkErrors(body: string, status: number): string {
  if (!isFrameworkRefusal(status)) return body
  return body.replace(pageErrorPattern, String.raw`\"\"`).replace(dataErrorPattern, '""')
}

export function isFrameworkRefusal(status: number): boolean {
  return status === 400 || status === 404 || status === 405
}

const prefix = "Error: (?:You made an? |You defined an? |No route matches |Unable to decode |No result )"
/** In a page the data is JSON within a script's string. */
const pageErrorPattern = new RegExp(String.raw`\\"${prefix}[^]*?(?<!\\)\\"`, "g")
const dataErrorPattern = new RegExp(String.raw`(?<!\\)"${prefix}(?:[^"\\]|\\.)*"`, "g")
