export type ManualSection = {
  title: string
  content: string
  image_url?: string | null | undefined
  image_alt?: string | undefined
}

export const MAX_SECTIONS = 40
