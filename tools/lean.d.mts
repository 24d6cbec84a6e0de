export const lean: { MALLOC_ARENA_MAX: string; NODE_OPTIONS: string }
