import { type Cloud, cloudOf } from "../../isomorphic/word-cloud/word-cloud.ts"

export type Clouds = { wide: Cloud; narrow: Cloud }

/** How many words a phone can show and still be read. */
const WORDS_ON_A_PHONE = 70

let last: { content: string; clouds: Clouds } | null = null

/** The cloud of a text for a desk and for a phone; laid out again only when the text has changed. */
export function cloudsOf(content: string): Clouds {
  if (last?.content !== content) {
    last = {
      content,
      clouds: {
        wide: cloudOf(content, { width: 1100 }),
        narrow: cloudOf(content, { width: 360, limit: WORDS_ON_A_PHONE }),
      },
    }
  }
  return last.clouds
}
