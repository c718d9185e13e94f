/** The two buttons of a booking that is being changed: work out the price, or save. */
export const CALCULATE = "modifier-calculer"
export const SAVE = "modifier-enregistrer"
