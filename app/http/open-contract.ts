/** Leads from the confirmation to the contract, with the code already on its way. */
export const OPEN_CONTRACT_INTENT = "ouvrir-le-contrat"
