/** For `vi.waitFor`, whose second is too short for a busy machine. */
export const patient = { timeout: 60_000 }
