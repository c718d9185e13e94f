import type { Picture } from "../ui/photo.tsx"

export const illustration = (name: string, widths: readonly number[], ratio: number, alt: string): Picture => {
  const largest = Math.max(...widths)
  const address = (width: number, format: string) => `/illustrations/${name}-${width}.${format}`
  return {
    sources: ["avif", "webp"].map((format) => ({
      type: `image/${format}`,
      srcSet: widths.map((width) => `${address(width, format)} ${width}w`).join(", "),
    })),
    src: address(largest, "webp"),
    width: largest,
    height: Math.round(largest / ratio),
    alt,
  }
}

export const heroIllustration = illustration(
  "hero-guinguette",
  [640, 1280, 1920],
  1600 / 1100,
  "Une guinguette au crépuscule\u00a0: un photomaton en bois sous les guirlandes, des bandes de photos suspendues, un couple qui danse",
)

export const soonIllustration = illustration(
  "bientot-disponible",
  [480, 960],
  4 / 3,
  "Jeux en bois et borne d’arcade sous les guirlandes",
)

export const emptyIllustration = illustration("rien-pour-le-moment", [416, 832], 4 / 3, "")

const promise = (name: string) => illustration(`promesse-${name}`, [320, 640], 4 / 3, "")

export const promiseIllustrations = {
  quality: promise("qualite"),
  service: promise("service"),
  setUp: promise("installation"),
  everyone: promise("pour-tous"),
} as const
