/**
 * Environment that keeps the server's process small: its threads hand buffers to each other, and without this each
 * thread's allocator and young heap holds on to what the other has long given back (600 MB instead of 350 under load).
 */
export const lean = {
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '1',
  NODE_OPTIONS: [process.env.NODE_OPTIONS, '--max-semi-space-size=4'].filter(Boolean).join(' '),
}
