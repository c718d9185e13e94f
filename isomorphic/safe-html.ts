declare const sanitised: unique symbol

/** Only the server's Markdown renderer creates it: pages must not insert other HTML. */
export type SafeHtml = string & { readonly [sanitised]: true }
