import type { Commune, Communes } from "./communes.ts"
import { readAddress } from "./free-address.ts"
import type { AddressSuggestion } from "./geocoder.ts"
import { departmentsOf, filterByName, parseTypedTown, type TypedTown } from "./place-town.ts"
import { editDistance } from "./spelling.ts"

type Proposal = { commune: Commune; postcode: string; rank: number }

const ranks = { same: 0, wholeWords: 1, prefix: 2 }

export function completeTowns(communes: Communes, query: string, limit: number): AddressSuggestion[] {
  for (const { street, postcode, town } of readAddress(query)) {
    const proposals = propose(communes, postcode, town)
    if (proposals.length > 0) return rankSuggestions(communes, proposals, street, limit)
  }
  return []
}

function propose(communes: Communes, postcode: string, text: string): Proposal[] {
  const town = parseTypedTown(text)
  if (!town) return text === "" ? proposeByPostcode(communes, postcode) : []
  const matches = matchTowns(communes, postcode, town)
  if (matches.length > 0 || !town.words.includes(" sur ")) return matches
  const withSous = parseTypedTown(town.words.replace(" sur ", " sous "))
  return withSous ? matchTowns(communes, postcode, withSous) : []
}

function matchTowns(communes: Communes, postcode: string, town: TypedTown): Proposal[] {
  if (postcode === "") return proposeByName(communes, town)
  const localProposals = proposeByPostcode(communes, postcode)
  const matches = localProposals.flatMap((proposal) => withRank(proposal, rankTown(proposal.commune, town)))
  if (matches.length > 0 || postcode.length < 5) return matches
  const inDepartment = departmentsOf(postcode, []).flatMap((department) => communes.findByDepartment(department))
  const misplaced = filterByName(inDepartment, town).flatMap((commune) => toProposals(commune, ranks.same))
  if (misplaced.length > 0) return misplaced
  if (localProposals.length === 0) return proposeByName(communes, town)
  return localProposals.map((proposal) => ({
    ...proposal,
    rank: editDistance(proposal.commune.key, town.key, Infinity),
  }))
}

function proposeByPostcode(communes: Communes, postcode: string): Proposal[] {
  if (postcode === "") return []
  return communes.postcodes
    .filter((existing) => existing.startsWith(postcode))
    .flatMap((existing) =>
      communes.findByPostcode(existing).map((commune) => ({ commune, postcode: existing, rank: ranks.same })),
    )
}

function proposeByName(communes: Communes, town: TypedTown): Proposal[] {
  return communes.all().flatMap((commune) => {
    const rank = rankTown(commune, town)
    return rank === null ? [] : toProposals(commune, rank)
  })
}

function toProposals(commune: Commune, rank: number): Proposal[] {
  return commune.postcodes.map((postcode) => ({ commune, postcode, rank }))
}

function withRank(proposal: Proposal, rank: number | null): Proposal[] {
  return rank === null ? [] : [{ ...proposal, rank }]
}

function rankTown({ words, bareWords, key }: Commune, town: TypedTown): number | null {
  if (key === town.key || bareWords === town.words) return ranks.same
  if (!words.startsWith(town.words) && !bareWords.startsWith(town.words)) return null
  const isWholeWord = words.startsWith(`${town.words} `) || bareWords.startsWith(`${town.words} `)
  return isWholeWord ? ranks.wholeWords : ranks.prefix
}

function rankSuggestions(
  communes: Communes,
  proposals: Proposal[],
  street: string,
  limit: number,
): AddressSuggestion[] {
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
  const places = new Set<string>()
  const distinct = sorted.filter(({ commune, postcode }) => {
    const place = `${postcode} ${commune.city}`
    return !places.has(place) && places.add(place)
  })
  const turns = new Map<string, number>()
  const withTurns = distinct.map((proposal) => {
    const city = `${proposal.commune.department} ${proposal.commune.city}`
    const turn = turns.get(city) ?? 0
    turns.set(city, turn + 1)
    return { proposal, turn }
  })
  return withTurns
    .sort((one, other) => one.proposal.rank - other.proposal.rank || one.turn - other.turn)
    .slice(0, limit)
    .map(({ proposal }) => toSuggestion(proposal, street))
}

function toSuggestion({ commune, postcode }: Proposal, street: string): AddressSuggestion {
  const place = `${postcode} ${commune.city}`
  return { label: street ? `${street}, ${place}` : place, street, zipCode: postcode, city: commune.city }
}

/** Estimates the population: cities have several postcodes, villages share one. */
function apparentSize(communes: Communes, { kind, postcodes }: Commune): number {
  if (kind === "district") return 100
  const share = 1 / Math.min(...postcodes.map((postcode) => communes.findByPostcode(postcode).length))
  return postcodes.length - 1 + share - (kind === "commune" ? 0 : 10)
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
