/** The customer says that the event takes place at home (D70). */
export const HOME_TICK = "mon-adresse"

export const HOME_INTENT = "domicile"
export const SAME_PLACE = "meme-adresse"
