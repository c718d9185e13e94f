export type FilmProblem =
  | "missing"
  | "too-large"
  | "not-a-film"
  | "format"
  | "codec"
  | "no-picture"
  | "damaged"
  | "busy"
  | "storage-full"
  | "storage-unavailable"
  | "not-recorded"

export const filmHint = "MP4, jusqu’à 20 Mo\u00a0: une demi-minute suffit."
export const acceptedFilmTypes = "video/mp4"
export const MAX_FILM_BYTES = 20 * 1024 * 1024

const messages: Record<FilmProblem, string> = {
  missing: "Choisissez un film à envoyer.",
  "too-large": "Le film dépasse 20 Mo. Choisissez-en un plus court ou plus léger.",
  "not-a-film": "Ce fichier n’est pas un film MP4. Choisissez un film au format MP4.",
  format: "Ce format de film n’est pas accepté. Enregistrez le film en MP4, puis envoyez-le.",
  codec:
    "Tous les navigateurs ne savent pas lire ce film. Enregistrez-le en MP4 (H.264), le réglage «\u00a0le plus compatible\u00a0» des téléphones, puis envoyez-le.",
  "no-picture": "Ce fichier n’a que du son. Choisissez un film avec des images.",
  damaged: "Le film est incomplet ou abîmé. Enregistrez-le de nouveau, puis envoyez-le.",
  busy: "D’autres films sont en cours d’envoi. Réessayez dans un instant.",
  "storage-full": "Il n’y a plus de place pour enregistrer le film. Rien n’a été modifié.",
  "storage-unavailable": "Le stockage des films ne répond pas. Rien n’a été modifié, réessayez dans quelques minutes.",
  "not-recorded": "Le film n’a pas pu être enregistré. Rien n’a été modifié, réessayez dans un instant.",
}

export function filmRefusalText(problem: FilmProblem): string {
  return messages[problem]
}
