/** An address needs a street. */
export const ERASED_STREET = "Adresse effacée"
