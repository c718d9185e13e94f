/** A claim of the demonstration (D25). */
export const setupTime = "moins de 30 minutes"

export const setupTimeCapitalized = setupTime.replace(/^./u, (first) => first.toUpperCase())
