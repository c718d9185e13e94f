/** Playwright maps a stack at each step, an eighth of its workers' time: only our frames have a map. */
export function mapOwnFramesAlone(): void {
  const { prepareStackTrace } = Error
  if (!prepareStackTrace) return
  const nothing = { name: "Error", message: "" }
  Error.prepareStackTrace = (error, sites) => {
    const lines = sites.map((site) =>
      isOurs(site)
        ? String(prepareStackTrace(nothing, [site])).slice("Error: ".length)
        : `\n    at ${String(site).replace(/^async (?=\S+$)/, "")}`,
    )
    return `${error.name || "Error"}: ${error.message || ""}${lines.join("")}`
  }
}

function isOurs(site: NodeJS.CallSite): boolean {
  const file = site.getFileName()
  return file !== null && file !== undefined && !file.startsWith("node:") && !file.includes("/node_modules/")
}
