export const CALCULATE = "modifier-calculer"
export const SAVE = "modifier-enregistrer"
