/**
 * glibc returns what is freed to the system only where it was mapped for itself: with its usual, growing threshold eight
 * pictures of 40 megapixels left 450 MB behind. Other systems know no such variable.
 */
export function serverEnvironment(given = process.env) {
  return { MALLOC_MMAP_THRESHOLD_: "131072", ...given }
}
