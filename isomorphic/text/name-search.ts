/** Those whose name holds every word that was typed, whatever the accents and capitals; all of them when none was. */
export function named<Named extends { name: string }>(all: readonly Named[], search: string): Named[] {
  const words = folded(search).split(/\s/)
  return all.filter(({ name }) => words.every((word) => folded(name).includes(word)))
}

function folded(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}
