/** Quoted from the specification, section 8. */
export const DAYS_UNAVAILABLE = "Certaines dates sélectionnées ne sont plus disponibles"
