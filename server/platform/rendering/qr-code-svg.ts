import { create } from "qrcode"

/** White around the code, in modules, that readers need to find it. */
const QUIET = 4

/**
 * A QR code as an SVG without a size of its own, dark on white whatever the page's colours, with error correction M
 * (what transfers want: EPC069-12). `title` is read aloud in its place; it is escaped here.
 */
export function qrCodeSvg(text: string, title: string): string {
  const { modules } = create(text, { errorCorrectionLevel: "M" })
  const edge = modules.size + 2 * QUIET
  let path = ""
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      let width = 1
      while (column + width < modules.size && modules.get(row, column + width)) width++
      path += `M${column + QUIET} ${row + QUIET}h${width}v1h-${width}z`
      column += width - 1
    }
  }
  const words = title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" role="img" shape-rendering="crispEdges">` +
    `<title>${words}</title><path fill="#fff" d="M0 0h${edge}v${edge}H0z"/><path fill="#000" d="${path}"/></svg>`
  )
}
