/**
 * "de Camille", "d’Elena": the preposition with a name, as it is said. A name that begins with a vowel elides it, and
 * so does one with an h, which is mute in nearly all French first names (Hélène, Hugo); y only before a consonant
 * (Yves, but Yasmine keeps "de").
 */
export function withElision(name: string): string {
  const plain = name.trim().normalize("NFD")
  return /^([aeiouhœæ]|y[^aeiou])/iu.test(plain) ? `d’${name.trim()}` : `de ${name.trim()}`
}
