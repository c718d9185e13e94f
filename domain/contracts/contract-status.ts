/**
 * What became of one version of a contract: made, sent to be signed, signed; replaced by a later version before anybody
 * had signed, or lapsed when nobody did in time (D59).
 */
export const contractStatuses = ["prepared", "sent", "signed", "replaced", "lapsed"] as const
export type ContractStatus = (typeof contractStatuses)[number]
