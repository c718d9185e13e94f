import { create } from "qrcode"

const QUIET_ZONE = 4

/** Error correction M, as transfers require (EPC069-12). */
export function qrCodeSvg(text: string, title: string): string {
  const { modules } = create(text, { errorCorrectionLevel: "M" })
  const edge = modules.size + 2 * QUIET_ZONE
  let path = ""
  for (let row = 0; row < modules.size; row++) {
    for (let column = 0; column < modules.size; column++) {
      if (!modules.get(row, column)) continue
      let width = 1
      while (column + width < modules.size && modules.get(row, column + width)) width++
      path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h${width}v1h-${width}z`
      column += width - 1
    }
  }
  const words = title.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${edge} ${edge}" role="img" shape-rendering="crispEdges">` +
    `<title>${words}</title><path fill="#fff" d="M0 0h${edge}v${edge}H0z"/><path fill="#000" d="${path}"/></svg>`
  )
}
