/**
 * "de Camille", "d’Elena": the preposition with a name, as it is said. A name that begins with a vowel elides it, and
 * so does one with an h, which is mute in nearly all French first names (Hélène, Hugo); y only before a consonant
 * (Yves, but Yasmine keeps "de").
 */
export function withElision(name: string): string {
  return isElidedBefore(name) ? `d’${name.trim()}` : `de ${name.trim()}`
}

/** Whether "de" and "que" lose their vowel before it. */
export function isElidedBefore(name: string): boolean {
  return /^([aeiouhœæ]|y[^aeiou])/iu.test(name.trim().normalize("NFD"))
}
