/** A section of a product's notice. `content` is Markdown; `image_alt` says what the picture shows, for those who cannot see it. */
export type ManualSection = {
  title: string
  content: string
  image_url?: string | null | undefined
  image_alt?: string | undefined
}

export const MAX_SECTIONS = 40
