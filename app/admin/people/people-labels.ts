import { type AccountRole, type BackOfficeRole, roleLabels } from "../../../domain/accounts/staff-roles.ts"

export const stateLabels = {
  active: "Actif",
  unverified: "Adresse à confirmer",
  disabled: "Désactivé",
  none: "Sans compte",
} as const
export type StateView = keyof typeof stateLabels

export const roleNames = {
  administrateur: "admin",
  gerant: "manager",
  equipe: "crew",
  comptable: "accountant",
  utilisateur: "user",
} as const satisfies Record<string, AccountRole>
export const stateNames = {
  actif: "active",
  "a-confirmer": "unverified",
  desactive: "disabled",
  "sans-compte": "none",
} as const satisfies Record<string, StateView>

export const roleOptions = Object.entries(roleNames).map(([value, role]) => ({ value, label: roleLabels[role] }))
export const stateOptions = Object.entries(stateNames).map(([value, state]) => ({ value, label: stateLabels[state] }))

export const roleSummaries = {
  admin: "Tout voir, tout changer",
  manager: "Tout, sauf les réglages, les clés et les accès",
  crew: "Ses livraisons et ses reprises, sans les prix",
  accountant: "Factures et encaissements, en lecture",
} as const satisfies Record<BackOfficeRole, string>

export const permissionLabels = { view: "voir", book: "réserver" } as const
