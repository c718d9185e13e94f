export function filterByName<Named extends { name: string }>(all: readonly Named[], search: string): Named[] {
  const words = fold(search).split(/\s/)
  return all.filter(({ name }) => words.every((word) => fold(name).includes(word)))
}

function fold(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
}
