/** Storage deletes file by file; a transaction idle for 30 seconds is killed. */
export const ERASE_BATCH_SIZE = 100

/** `eraseBatch` must not find erased rows again. */
export async function eraseInBatches(eraseBatch: () => Promise<number>): Promise<number> {
  for (let erased = 0; ;) {
    const count = await eraseBatch()
    erased += count
    if (count < ERASE_BATCH_SIZE) return erased
  }
}
