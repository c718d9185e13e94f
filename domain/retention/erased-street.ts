/** Stands where the street stood: an address without one is none. */
export const ERASED_STREET = "Adresse effacée"
