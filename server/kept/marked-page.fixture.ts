import { createElement } from "react"
import { renderToStaticMarkup } from "react-dom/server"
import { contentSecurityPolicy } from "../security.ts"
import type { OwnValues } from "./marks.ts"

/** A page as the site renders it for somebody: their name and cart in its frame, and what its scripts know of them. */
export function markedPage(values: OwnValues, shown = ""): string {
  const { userId, name, email, endsInSeconds, cartLines, requestId, nonce } = values
  const inText = (value: string | number) => renderToStaticMarkup(createElement("b", null, value))
  const cart =
    cartLines > 0 ? `<b>Panier (${cartLines})</b>${inText(cartLines)}`.repeat(2) + `<b>Panier (${cartLines})</b>` : ""
  const lines = cartLines > 0 ? `,"cartLines",${cartLines}` : ""
  const data = `[{"_1":2},"name",${JSON.stringify(name)},"email",${JSON.stringify(email)},"userId",${JSON.stringify(userId)},"endsInSeconds",${endsInSeconds}${lines},"requestId",${JSON.stringify(requestId)}]\n`
  // As the router writes it (react-router, lib/dom/ssr/markup.js).
  const script = JSON.stringify(data).replace(
    /[&<>\u2028\u2029]/g,
    (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
  )
  return `<html><head><script nonce="${nonce}">start()</script></head><body>${inText(name)}${cart}<p>${shown}</p><script nonce="${nonce}">window.__reactRouterContext.streamController.enqueue(${script});</script></body></html>`
}

export function headersOfPage({ nonce }: Pick<OwnValues, "nonce">): Headers {
  return new Headers({
    "content-type": "text/html; charset=utf-8",
    "content-security-policy": contentSecurityPolicy(nonce),
  })
}
