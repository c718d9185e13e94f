/**
 * The display face, to preload from the document head (`as="font"`, `crossOrigin="anonymous"`).
 * Its name carries its hash, so it may be cached for ever; app/styles/tokens.css names it too.
 */
export const displayFontUrl = "/fonts/bricolage-grotesque-french.722c7e1c.woff2"
