/** How many are taken at once: the storage answers file by file, and no transaction may stand idle for 30 seconds. */
export const ERASED_AT_ONCE = 100

/**
 * Erases all there is, some at a time, each time in a transaction of its own. `eraseSome` erases at most `ERASED_AT_ONCE`,
 * which it does not find again, and answers how many. Answers how many there were in all.
 */
export async function eraseInBatches(eraseSome: () => Promise<number>): Promise<number> {
  for (let erased = 0; ;) {
    const some = await eraseSome()
    erased += some
    if (some < ERASED_AT_ONCE) return erased
  }
}
