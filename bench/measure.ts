import { mkdir, writeFile } from "node:fs/promises"
import os from "node:os"
import path from "node:path"

const resultsFolder = ".tmp/bench"

type Comparison = {
  name: string
  unit: string
  value: number
  limit: number
  /** Median of the per-round ratios, which noise on the machine disturbs less. */
  ratio: number
  required?: number
}

type Side = (round: number) => Promise<number>

/** Alternates the sides and their order; the first round only warms up. */
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

/** NaN for an empty list. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = Math.floor(sorted.length / 2)
  const upper = sorted[middle] ?? Number.NaN
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? upper) + upper) / 2
}

export async function measureThroughput<Item>(
  items: readonly Item[],
  concurrency: number,
  work: (item: Item) => Promise<void>,
): Promise<number> {
  const started = performance.now()
  let next = 0
  const worker = async () => {
    for (let item = items[next++]; item !== undefined; item = items[next++]) await work(item)
  }
  await Promise.all(Array.from({ length: concurrency }, worker))
  return items.length / ((performance.now() - started) / 1000)
}

export async function reportComparisons(bench: string, comparisons: readonly Comparison[]): Promise<void> {
  const rows = comparisons.map(({ name, unit, value, limit, ratio, required }) => [
    name,
    `${formatFigure(value)} ${unit}`,
    `${formatFigure(limit)} ${unit}`,
    formatFigure(ratio),
    required === undefined ? "" : `(required ${required})`,
  ])
  printTable(["", "value", "limit", "ratio", ""], rows)
  const missed = comparisons.filter(({ ratio, required }) => required !== undefined && !(ratio >= required))
  await finish(
    bench,
    comparisons,
    missed.map(({ name, ratio, required }) => `${name}: ${formatFigure(ratio)} is below ${required}`),
  )
}

export async function finish(bench: string, results: unknown, missed: readonly string[]): Promise<void> {
  await mkdir(resultsFolder, { recursive: true })
  const machine = { cpu: os.cpus()[0]?.model.trim() ?? "", cores: os.availableParallelism(), node: process.version }
  const report = { at: new Date().toISOString(), machine, results, missed }
  await writeFile(path.join(resultsFolder, `${bench}.json`), `${JSON.stringify(report, null, 2)}\n`)
  for (const line of missed) process.stdout.write(`  MISSED  ${line}\n`)
  if (missed.length > 0) process.exitCode = 1
}

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

function formatFigure(value: number): string {
  return Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3)
}
