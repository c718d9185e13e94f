/** Labels of the specification (section 2). */
export const roleLabels = { admin: "Administrateur", user: "Utilisateur" } as const
export type RoleView = keyof typeof roleLabels

export const stateLabels = {
  active: "Actif",
  unverified: "Adresse à confirmer",
  disabled: "Désactivé",
  none: "Sans compte",
} as const
export type StateView = keyof typeof stateLabels

export const roleNames = { administrateur: "admin", utilisateur: "user" } as const satisfies Record<string, RoleView>
export const stateNames = {
  actif: "active",
  "a-confirmer": "unverified",
  desactive: "disabled",
  "sans-compte": "none",
} as const satisfies Record<string, StateView>

export const roleOptions = Object.entries(roleNames).map(([value, role]) => ({ value, label: roleLabels[role] }))
export const stateOptions = Object.entries(stateNames).map(([value, state]) => ({ value, label: stateLabels[state] }))

export const permissionLabels = { view: "voir", book: "réserver" } as const
