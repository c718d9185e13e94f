/** A fixed threshold returns memory to the system: glibc's default left 450 MB after eight large pictures. */
export function serverEnvironment(base = process.env) {
  return { MALLOC_MMAP_THRESHOLD_: "131072", ...base }
}
