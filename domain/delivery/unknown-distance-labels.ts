import type { UnknownDistance } from "./delivery.ts"

export const unknownDistanceLabels: Readonly<Record<UnknownDistance, string | null>> = {
  "no-depot": "votre dépôt n’était pas encore placé sur la carte",
  "not-found": "l’adresse du client est introuvable sur la carte",
  contradictory: "le code postal et la ville du client se contredisent",
  "no-road": "aucune route ne mène de votre dépôt à cette adresse",
  unknown: null,
}
