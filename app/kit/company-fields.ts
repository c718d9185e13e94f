export const companyFields = {
  tick: "entreprise",
  name: "company-name",
  siret: "company-siret",
  contact: "company-contact",
  purchaseOrder: "purchase-order",
  buyerReference: "buyer-reference",
  payment: "down-payment",
} as const
