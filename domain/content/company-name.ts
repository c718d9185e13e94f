/** A new shop's name, which its owner has not given yet. */
export const DEFAULT_COMPANY_NAME = "Guinguette"
