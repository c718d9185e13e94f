import type { Flash } from "../flash.ts"

export const productGoneMessage: Flash = {
  kind: "error",
  title: "Ce produit n’existe plus",
  text: "Rien n’a été changé.",
}
export const listChangedMessage: Flash = {
  kind: "error",
  title: "La liste a changé entre-temps",
  text: "Rien n’a été déplacé\u00a0: voici l’ordre actuel.",
}
