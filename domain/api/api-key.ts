export const apiScopes = [
  "catalogue:read",
  "availability:read",
  "quotes:read",
  "bookings:read",
  "bookings:write",
  "customers:read",
  "payments:read",
  "events:read",
] as const
export type ApiScope = (typeof apiScopes)[number]

export const apiScopeLabels: Record<ApiScope, string> = {
  "catalogue:read": "Lire les produits et leurs options",
  "availability:read": "Lire les disponibilités",
  "quotes:read": "Demander un prix",
  "bookings:read": "Lire les réservations",
  "bookings:write": "Créer, confirmer, refuser et annuler des réservations",
  "customers:read": "Lire les clients",
  "payments:read": "Lire les paiements",
  "events:read": "Lire ce qui arrive aux réservations",
}

export const personalScopes: readonly ApiScope[] = [
  "bookings:read",
  "bookings:write",
  "customers:read",
  "payments:read",
]

export const writingScopes: readonly ApiScope[] = ["bookings:write"]

export const MAX_API_KEYS = 20
export const MAX_API_KEY_NAME = 60

export const apiKeyDays = [30, 90, 365] as const
export type ApiKeyDays = (typeof apiKeyDays)[number]
