/** React Router's errors name our files: empties them in place. */
export function stripFrameworkErrors(body: string, status: number): string {
  if (!isFrameworkRefusal(status)) return body
  return body.replace(inPage, String.raw`\"\"`).replace(inData, '""')
}

export function isFrameworkRefusal(status: number): boolean {
  return status === 400 || status === 404 || status === 405
}

const prefix = "Error: (?:You made an? |You defined an? |No route matches |Unable to decode |No result )"
/** In a page the data is JSON within a script's string. */
const inPage = new RegExp(String.raw`\\"${prefix}[^]*?(?<!\\)\\"`, "g")
const inData = new RegExp(String.raw`(?<!\\)"${prefix}(?:[^"\\]|\\.)*"`, "g")
