export const lean: {
  MALLOC_ARENA_MAX: string
  MALLOC_MMAP_THRESHOLD_: string
  MALLOC_TRIM_THRESHOLD_: string
  NODE_OPTIONS: string
}
