/**
 * Playwright writes down at each step where it is, which its maps of sources make an eighth of what its workers compute.
 * Its own files have no map: only frames of ours are looked up.
 */
export function mapOwnFramesAlone(): void {
  const { prepareStackTrace } = Error
  if (!prepareStackTrace) return
  const nothing = { name: "Error", message: "" }
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) =>
      isOurs(site)
        ? String(prepareStackTrace(nothing, [site])).slice("Error: ".length)
        : // Written as Playwright knows its own frames, which it leaves out.
          `\n    at ${String(site).replace(/^async (?=\S+$)/, "")}`,
    )
    return `${error.name || "Error"}: ${error.message || ""}${lines.join("")}`
  }
}

function isOurs(site: NodeJS.CallSite): boolean {
  const file = site.getFileName()
  return file !== null && file !== undefined && !file.startsWith("node:") && !file.includes("/node_modules/")
}
