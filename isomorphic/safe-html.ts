declare const sanitised: unique symbol

/** Markup that only the server's Markdown renderer makes: no page puts any other text into itself as HTML. */
export type SafeHtml = string & { readonly [sanitised]: true }
