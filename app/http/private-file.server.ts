type PrivateFile = {
  body: ReadableStream<Uint8Array> | Uint8Array<ArrayBuffer> | string
  type: string
  name: string
  size?: number
}

/** The caller must check access first. The file never opens on our origin and is never cached. */
export function sendPrivateFile({ body, type, name, size }: PrivateFile): Response {
  return new Response(body, {
    headers: {
      "Content-Type": type,
      "Content-Disposition": `attachment; filename="${name}"`,
      ...(size === undefined ? {} : { "Content-Length": String(size) }),
      "Cache-Control": "private, no-store",
      "X-Content-Type-Options": "nosniff",
      "Content-Security-Policy": "default-src 'none'; sandbox",
      "Referrer-Policy": "no-referrer",
      "X-Robots-Tag": "noindex",
    },
  })
}
