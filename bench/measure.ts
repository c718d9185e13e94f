import { mkdir, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"

/** Where the results of the last run are kept, for the figures in docs/performance.md. */
const resultsFolder = ".tmp/bench"

/** What was measured beside its limit, in the same run: both in `unit`. */
export type Comparison = {
  name: string
  unit: string
  value: number
  limit: number
  /** Median of the ratios value / limit of each round, which neighbours on the machine disturb less than the two apart. */
  ratio: number
  /** The least ratio that is good enough; absent where the ratio is only told. */
  required?: number
}

/** One round of one side, as a figure: a speed or a time. */
export type Side = (round: number) => Promise<number>

/**
 * Measures two sides in turn, so that whatever slows the machine down slows both. The first round warms up and counts
 * for nothing; which side goes first changes with every round.
 */
export async function compare(
  rounds: number,
  sides: { value: Side; limit: Side },
): Promise<Pick<Comparison, "value" | "limit" | "ratio">> {
  const values: number[] = []
  const limits: number[] = []
  for (let round = 0; round <= rounds; round++) {
    const limitFirst = round % 2 === 1
    const before = limitFirst ? await sides.limit(round) : null
    const value = await sides.value(round)
    const limit = before ?? (await sides.limit(round))
    if (round === 0) continue
    values.push(value)
    limits.push(limit)
  }
  const ratios = values.map((value, round) => value / (limits[round] ?? Number.NaN))
  return { value: median(values), limit: median(limits), ratio: median(ratios) }
}

/** The middle value; the mean of the two in the middle when their number is even. NaN of nothing. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

/** Runs `work` for each item, `atOnce` of them at a time. Answers how many were done in a second. */
export async function speedOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<number> {
  const started = performance.now()
  let next = 0
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return items.length / ((performance.now() - started) / 1000)
}

/** Prints a line for each comparison, keeps them in a file, and makes the process fail when a required ratio is missed. */
export async function reportComparisons(bench: string, comparisons: readonly Comparison[]): Promise<void> {
  const rows = comparisons.map(({ name, unit, value, limit, ratio, required }) => [
    name,
    `${figure(value)} ${unit}`,
    `${figure(limit)} ${unit}`,
    figure(ratio),
    required === undefined ? "" : `(required ${required})`,
  ])
  printTable(["", "value", "limit", "ratio", ""], rows)
  const missed = comparisons.filter(({ ratio, required }) => required !== undefined && !(ratio >= required))
  await finish(
    bench,
    comparisons,
    missed.map(({ name, ratio, required }) => `${name}: ${figure(ratio)} is below ${required}`),
  )
}

/** Keeps what was measured in a file; each line of `missed` is printed, and one is enough to make the process fail. */
export async function finish(bench: string, results: unknown, missed: readonly string[]): Promise<void> {
  await mkdir(resultsFolder, { recursive: true })
  const machine = { cpu: os.cpus()[0]?.model.trim() ?? "", cores: os.availableParallelism(), node: process.version }
  const kept = { at: new Date().toISOString(), machine, results, missed }
  await writeFile(path.join(resultsFolder, `${bench}.json`), `${JSON.stringify(kept, null, 2)}\n`)
  for (const line of missed) process.stdout.write(`  MISSED  ${line}\n`)
  if (missed.length > 0) process.exitCode = 1
}

/** Columns wide enough for their longest cell; all but the first are aligned on their right. */
export function printTable(head: readonly string[], rows: readonly (readonly string[])[]): void {
  const widths = head.map((title, column) =>
    Math.max(...[title, ...rows.map((row) => row[column] ?? "")].map((cell) => cell.length)),
  )
  for (const row of [head, ...rows]) {
    const cells = row.map((cell, column) =>
      column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
    )
    process.stdout.write(`  ${cells.join("  ").trimEnd()}\n`)
  }
}

/** Three digits that matter. */
function figure(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
