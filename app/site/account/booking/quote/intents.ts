export const CHANGE_INTENT = "changement"
export const DECLINE_INTENT = "decliner"
export const SHOW_INTENT = "montrer"
export const NEAR_INTENT = "proche"
export const ORDER_INTENT = "bon-de-commande"
export const ORDER_FIELD = "bon-de-commande"
export const COMPANY_INTENT = "entreprise"

/** Ids of extras that the reader ticks, in forms and in the address. */
export const OPTION_FIELD = "option"
export const ROLE_FIELD = "company-role"
