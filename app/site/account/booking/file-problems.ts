import type { FileProblem } from "../../../../server/bookings/insurance/accept-certificate.ts"

export const fileProblems: Record<FileProblem, string> = {
  empty: "Le fichier reçu est vide. Choisissez-en un autre.",
  "too-large": "Ce fichier dépasse 5 Mo. Choisissez une version plus légère, ou une photo de la page.",
  active: "Ce PDF contient des éléments actifs ou d’autres fichiers. Exportez-le sans eux, ou envoyez une photo.",
  mixed: "Ce PDF est incomplet, ou collé à un autre fichier. Exportez-le de nouveau, ou envoyez une photo.",
  protected: "Ce PDF est protégé. Enregistrez-le sans protection, ou envoyez une photo.",
  "not-readable": "Ce fichier n’est ni un PDF ni une photo que nous sachions lire. Envoyez un PDF, un JPG ou un PNG.",
}

/** For a body that could not be read; the default messages are worded for pictures. */
export function unreceivedText(status: number): string {
  return status === 413 ? fileProblems["too-large"] : "Le fichier n’est pas arrivé. Envoyez-le encore."
}
