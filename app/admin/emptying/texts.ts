import type { EmptyingObstacle } from "../../../server/bookings/empty-shop.ts"

export const obstacleTexts: Readonly<Record<EmptyingObstacle, string>> = {
  payment: "Un paiement est noté\u00a0: la boutique ne se vide plus.",
  invoice: "Une facture est émise\u00a0: la boutique ne se vide plus.",
  signature: "Un client a signé un contrat\u00a0: la boutique ne se vide plus.",
}
