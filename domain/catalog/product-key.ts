const MAX_NAME = 40

const nameAndId = /^.+-([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i

/** The segment of the product's canonical address: "photomaton-bois-0b9c6f5e-…". */
export function productKey({ id, name }: { id: string; name: string }): string {
  const plain = name.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase()
  const words =
    plain
      .replaceAll("œ", "oe")
      .replaceAll("æ", "ae")
      .match(/[a-z0-9]+/g) ?? []
  let slug = ""
  for (const word of words) {
    const longer = slug === "" ? word.slice(0, MAX_NAME) : `${slug}-${word}`
    if (longer.length > MAX_NAME) break
    slug = longer
  }
  return slug === "" ? id : `${slug}-${id}`
}

export function readProductKey(key: string): string {
  return nameAndId.exec(key)?.[1] ?? key
}
