import type { Commune, Communes } from "./communes.ts"
import { readAddress } from "./free-address.ts"
import type { AddressSuggestion } from "./geocoder.ts"
import { departmentsOf, sameName, typedTown, type TypedTown } from "./place-town.ts"
import { misspelling } from "./spelling.ts"

type Proposal = { commune: Commune; postcode: string; rank: number }

/** How well a name answers what was typed, best first. */
const ranks = { same: 0, wholeWords: 1, begun: 2 }

/**
 * Completes the town of an address as it is typed, with its postcodes, and keeps the street as typed. A name shared by
 * several towns gives the likeliest first: the one written exactly so, then the larger ones. Empty when no town fits.
 */
export function completeTowns(communes: Communes, query: string, limit: number): AddressSuggestion[] {
  for (const { street, postcode, town } of readAddress(query)) {
    const proposals = propose(communes, postcode, town)
    if (proposals.length > 0) return suggestions(communes, proposals, street, limit)
  }
  return []
}

function propose(communes: Communes, postcode: string, text: string): Proposal[] {
  const town = typedTown(text)
  if (!town) return text === "" ? withPostcode(communes, postcode) : []
  const fits = fitting(communes, postcode, town)
  if (fits.length > 0 || !town.words.includes(" sur ")) return fits
  // "Fontenay s/ Bois" was read as "sur".
  const under = typedTown(town.words.replace(" sur ", " sous "))
  return under ? fitting(communes, postcode, under) : []
}

function fitting(communes: Communes, postcode: string, town: TypedTown): Proposal[] {
  if (postcode === "") return fittingAnywhere(communes, town)
  const near = withPostcode(communes, postcode)
  const fits = near.flatMap((proposal) => ranked(proposal, rankOf(proposal.commune, town)))
  if (fits.length > 0 || postcode.length < 5) return fits
  // The postcode and the town contradict each other: the town in the same département, else what the postcode has.
  const around = departmentsOf(postcode, []).flatMap((department) => communes.ofDepartment(department))
  const misplaced = sameName(around, town).flatMap((commune) => withItsPostcodes(commune, ranks.same))
  if (misplaced.length > 0) return misplaced
  if (near.length === 0) return fittingAnywhere(communes, town)
  return near.map((proposal) => ({ ...proposal, rank: misspelling(proposal.commune.key, town.key, Infinity) }))
}

/** The towns whose postcode is this one, or begins like it. */
function withPostcode(communes: Communes, postcode: string): Proposal[] {
  if (postcode === "") return []
  return communes.postcodes
    .filter((known) => known.startsWith(postcode))
    .flatMap((known) => communes.ofPostcode(known).map((commune) => ({ commune, postcode: known, rank: ranks.same })))
}

function fittingAnywhere(communes: Communes, town: TypedTown): Proposal[] {
  return communes.all().flatMap((commune) => {
    const rank = rankOf(commune, town)
    return rank === null ? [] : withItsPostcodes(commune, rank)
  })
}

function withItsPostcodes(commune: Commune, rank: number): Proposal[] {
  return commune.postcodes.map((postcode) => ({ commune, postcode, rank }))
}

function ranked(proposal: Proposal, rank: number | null): Proposal[] {
  return rank === null ? [] : [{ ...proposal, rank }]
}

/** People leave out an article that the name has, but do not add one: "la r" does not begin "Rennes". */
function rankOf({ words, bareWords, key }: Commune, town: TypedTown): number | null {
  if (key === town.key || bareWords === town.words) return ranks.same
  if (!words.startsWith(town.words) && !bareWords.startsWith(town.words)) return null
  const whole = words.startsWith(`${town.words} `) || bareWords.startsWith(`${town.words} `)
  return whole ? ranks.wholeWords : ranks.begun
}

/** The best proposals, each postcode and town once; among equals every town has its turn before a second postcode. */
function suggestions(communes: Communes, proposals: Proposal[], street: string, limit: number): AddressSuggestion[] {
  const sizes = new Map<Commune, number>()
  for (const { commune } of proposals) if (!sizes.has(commune)) sizes.set(commune, apparentSize(communes, commune))
  const size = ({ commune }: Proposal) => sizes.get(commune) ?? 0
  const sorted = proposals.toSorted(
    (one, other) =>
      one.rank - other.rank ||
      size(other) - size(one) ||
      compare(one.commune.city, other.commune.city) ||
      compare(one.postcode, other.postcode),
  )
  const seen = new Set<string>()
  const distinct = sorted.filter(({ commune, postcode }) => {
    const place = `${postcode} ${commune.city}`
    return !seen.has(place) && seen.add(place)
  })
  const turns = new Map<string, number>()
  const inTurn = distinct.map((proposal) => {
    const city = `${proposal.commune.department} ${proposal.commune.city}`
    const turn = turns.get(city) ?? 0
    turns.set(city, turn + 1)
    return { proposal, turn }
  })
  return inTurn
    .sort((one, other) => one.proposal.rank - other.proposal.rank || one.turn - other.turn)
    .slice(0, limit)
    .map(({ proposal }) => suggestion(proposal, street))
}

function suggestion({ commune, postcode }: Proposal, street: string): AddressSuggestion {
  const place = `${postcode} ${commune.city}`
  return { label: street ? `${street}, ${place}` : place, street, zipCode: postcode, city: commune.city }
}

/**
 * How large a town seems, since its population is not known: a city has several postcodes, a small town has one to
 * itself, and a village shares it with its neighbours. Former communes come after those that exist.
 */
function apparentSize(communes: Communes, { kind, postcodes }: Commune): number {
  if (kind === "district") return 100
  const alone = 1 / Math.min(...postcodes.map((postcode) => communes.ofPostcode(postcode).length))
  return postcodes.length - 1 + alone - (kind === "commune" ? 0 : 10)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
