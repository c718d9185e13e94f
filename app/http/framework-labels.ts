/**
 * What the framework refuses by itself (a form posted to a page without an action, an address without a route) it puts
 * into the page's data as an English sentence with the names of our files. The page that is shown is ours; the sentence
 * is taken out of the data, in which strings are known by their place: an empty one stands there instead.
 */
export function withoutFramework(body: string, status: number): string {
  if (!isRefusal(status)) return body
  return body.replace(inPage, String.raw`\"\"`).replace(inData, '""')
}

/** The statuses with which the framework refuses. */
export function isRefusal(status: number): boolean {
  return status === 400 || status === 404 || status === 405
}

const begins = "Error: (?:You made an? |You defined an? |No route matches |Unable to decode |No result )"
/** In a page the data is a string of JSON within a string of a script: its quotes have one backslash, those in it three. */
const inPage = new RegExp(String.raw`\\"${begins}[^]*?(?<!\\)\\"`, "g")
const inData = new RegExp(String.raw`(?<!\\)"${begins}(?:[^"\\]|\\.)*"`, "g")
