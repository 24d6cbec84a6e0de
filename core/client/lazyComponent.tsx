// Loads components when first shown. React's `lazy` would delay each by 300 ms after the last suspended one.
import { type ComponentType, type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import { whenIdle, whenQuiet } from './onIdle.ts'

export type Load<T> = () => Promise<T>

/** Both this file and React's `use` read the result off the promise. */
type Loading<T> = Promise<T> & { status?: 'fulfilled'; value?: T }

const loads = new WeakMap<Load<unknown>, Loading<unknown>>()

/** Loads an `import()` once. A failed load is retried on the next call. */
export function loadOnce<T>(load: Load<T>): Promise<T> {
  return loadingOf(load)
}

/** Returns whether `useLazy` has the result right away. */
export const isLoaded = (load: Load<unknown>): boolean => loads.get(load)?.status !== undefined

function loadingOf<T>(load: Load<T>): Loading<T> {
  const known = loads.get(load)
  if (known) return known as Loading<T>
  const loading: Loading<T> = load()
  loads.set(load, loading)
  loading.then(
    (value) => Object.assign(loading, { status: 'fulfilled', value }),
    () => loads.delete(load),
  )
  return loading
}

/**
 * Returns undefined until the load is complete or when there is none. Throws the load's error, and retries when it
 * renders again.
 */
export function useLazy<T>(load: Load<T> | undefined): T | undefined {
  const [{ error }, tell] = useState<{ error?: unknown }>({})
  if (error) throw error
  const loading = load && loadingOf(load)
  const isHere = loading?.status !== undefined
  useLayoutEffect(() => {
    if (!loading || isHere) return
    let isGone = false
    loading.then(
      () => isGone || startTransition(() => tell({})),
      (error) => isGone || tell({ error }),
    )
    return () => {
      isGone = true
    }
  }, [loading, isHere])
  return loading?.value
}

const parts = new Set<Load<unknown>>()

/** Names a part that the open screen can lead to, so that its first use waits for nothing. */
export const leadsToPart = (load: Load<unknown>): void => void parts.add(load)

/** Loads these parts one by one once the person and the browser leave time. Returns a function that cancels it. */
export const prefetchParts = (): (() => void) => whenQuiet(() => void prefetchEach([...parts]))

/** Loads one by one when idle. A failed one is loaded again when it's shown. */
export async function prefetchEach(loads: readonly Load<unknown>[]): Promise<void> {
  for (const load of loads) {
    parts.delete(load)
    await new Promise<void>(whenIdle)
    await loadOnce(load).catch(() => undefined)
  }
}

const components = new WeakMap<object, ComponentType<never>>()

/** Returns the same component for the same load. Until it has loaded, it renders `waiting`. */
export function lazyComponent<P extends object>(
  load: Load<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  const known = components.get(load)
  if (known) return known as ComponentType<P>
  leadsToPart(load)
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each load
  function Later(props: P) {
    const Part = useLazy(load)
    return Part ? <Part {...props} /> : waiting
  }
  components.set(load, Later as ComponentType<never>)
  return Later
}
