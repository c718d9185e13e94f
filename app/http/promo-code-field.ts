export const PROMO_CODE_FIELD = "code-promo"
