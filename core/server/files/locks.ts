// One call per upload at a time. A later call stops the earlier one, whose connection is most likely dead.

const PATIENCE_MS = 20_000

type Held = { release: () => void; isFree: Promise<void>; free: () => void }

/** Locks for @tus/server. Between processes the row decides: see `saveProgress`. */
export function openLocks(onTooLong: () => Error) {
  const held = new Map<string, Held>()
  return {
    newLock(id: string) {
      let own: Held | undefined
      return {
        async lock(stop: AbortSignal, release: () => void): Promise<void> {
          const tooLong = AbortSignal.timeout(PATIENCE_MS)
          const over = new Promise<void>((resolve) => {
            for (const signal of [stop, tooLong]) signal.addEventListener('abort', () => resolve(), { once: true })
          })
          for (let before = held.get(id); before; before = held.get(id)) {
            before.release()
            await Promise.race([before.isFree, over])
            if (stop.aborted || tooLong.aborted) throw onTooLong()
          }
          const { promise: isFree, resolve: free } = Promise.withResolvers<void>()
          own = { release, isFree, free }
          held.set(id, own)
        },
        async unlock(): Promise<void> {
          if (own && held.get(id) === own) held.delete(id)
          own?.free()
        },
      }
    },
  }
}
