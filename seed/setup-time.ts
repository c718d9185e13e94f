/** What the demonstration announces (D25), in the catalogue and in every text of it that says how long it takes. */
export const setupTime = "moins de 30 minutes"

/** The same at the beginning of a sentence. */
export const setupTimeFirst = setupTime.replace(/^./u, (first) => first.toUpperCase())
