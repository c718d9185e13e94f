type PrivateFile = {
  body: ReadableStream<Uint8Array> | string
  type: string
  /** As the reader saves it. */
  name: string
  /** In bytes; where it is not given the answer does not announce it. */
  size?: number
}

/**
 * A file of somebody's own, for anyone who may have it: the caller has asked. It is saved and never opened on an address of
 * ours, whoever wrote it, and nothing on the way keeps it.
 */
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
