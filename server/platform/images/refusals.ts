export type ImageProblem =
  | "missing"
  | "not-received"
  | "empty"
  | "too-large"
  | "files-too-large"
  | "not-an-image"
  | "format"
  | "mixed"
  | "damaged"
  | "too-many-pixels"
  | "too-slow"
  | "frame"
  | "busy"
  | "storage-full"
  | "storage-unavailable"
  | "not-recorded"

export type ImageRefusal = {
  problem: ImageProblem
  title: typeof uploadFailed
  message: string
}

export const uploadFailed = "Erreur lors du téléchargement de l'image"
export const uploadHint = "PNG, JPG, GIF jusqu'à 5MB"
export const acceptedImageTypes = "image/png,image/jpeg,image/gif,image/webp,image/avif"
export const MAX_UPLOAD_BYTES = 5 * 1024 * 1024

const messages: Record<ImageProblem, string> = {
  missing: "Choisissez une image à envoyer.",
  "not-received": "L’image n’est pas arrivée en entier. Envoyez-la de nouveau.",
  empty: "Le fichier reçu est vide. Choisissez une autre image.",
  "too-large": "L’image dépasse 5 Mo. Choisissez une version plus légère.",
  "files-too-large":
    "Les fichiers envoyés sont trop lourds : 5 Mo au plus pour une image, 20 Mo pour un film. Rien n’a été modifié.",
  "not-an-image": "Ce fichier n’est pas une image. Choisissez une image PNG, JPG, GIF, WebP ou AVIF.",
  format:
    "Ce format d’image n’est pas accepté (HEIC, TIFF, SVG…). Enregistrez l’image en PNG ou en JPG, puis envoyez-la de nouveau.",
  mixed: "Ce fichier contient autre chose qu’une image. Enregistrez de nouveau l’image depuis un logiciel de photos.",
  damaged: "L’image est incomplète ou abîmée. Enregistrez-la de nouveau, puis envoyez-la.",
  "too-many-pixels":
    "L’image a trop de pixels : 51 millions au plus. Réduisez ses dimensions, puis envoyez-la de nouveau.",
  "too-slow": "L’image est trop longue à préparer. Réduisez ses dimensions, puis envoyez-la de nouveau.",
  frame: "Le cadre choisi n’est pas dans l’image. Choisissez-le de nouveau.",
  busy: "D’autres images sont en cours de préparation. Réessayez dans un instant.",
  "storage-full": "Il n’y a plus de place pour enregistrer l’image. Rien n’a été modifié.",
  "storage-unavailable": "Le stockage des images ne répond pas. Rien n’a été modifié, réessayez dans quelques minutes.",
  "not-recorded": "L’image n’a pas pu être enregistrée. Rien n’a été modifié, réessayez dans un instant.",
}

export function imageRefusal(problem: ImageProblem): ImageRefusal {
  return { problem, title: uploadFailed, message: messages[problem] }
}

export function imageRefusalText({ title, message }: ImageRefusal): string {
  return `${title}. ${message}`
}
