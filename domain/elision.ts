/** Treats h as mute, as in nearly all French first names. */
export function withElision(name: string): string {
  return startsWithVowelSound(name) ? `d’${name.trim()}` : `de ${name.trim()}`
}

export function startsWithVowelSound(name: string): boolean {
  return /^([aeiouhœæ]|y[^aeiou])/iu.test(name.trim().normalize("NFD"))
}
