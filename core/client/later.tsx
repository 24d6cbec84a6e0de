// What is loaded when it is first shown. React's own `lazy` holds such a part back until 300 ms after whatever waited last, so that each first opening would take as long.
import { type ComponentType, type ReactNode, startTransition, useLayoutEffect, useState } from 'react'
import type { Load } from './feature.ts'

/** What has come is read off the promise, by us as by React's `use`. */
type Loading<T> = Promise<T> & { status?: 'fulfilled'; value?: T }

const loads = new WeakMap<Load<unknown>, Loading<unknown>>()

/** What an `import()` gives, asked for once; one that failed is asked for again. */
export function loadOnce<T>(load: Load<T>): Promise<T> {
  return loadingOf(load)
}

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

/** The same for components: undefined until it is here, and where nothing is to be loaded. Throws what it failed with; shown anew, it is asked for again. */
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

const components = new WeakMap<object, ComponentType<never>>()

/** The component behind a load, the same one for the same load. Until it is here, `waiting` stands in its place. */
export function lazyComponent<P extends object>(
  load: Load<ComponentType<P>>,
  waiting: ReactNode = null,
): ComponentType<P> {
  const known = components.get(load)
  if (known) return known as ComponentType<P>
  // biome-ignore lint/correctness/noComponentHookFactories: made once for each load
  function Later(props: P) {
    const Part = useLazy(load)
    return Part ? <Part {...props} /> : waiting
  }
  components.set(load, Later as ComponentType<never>)
  return Later
}
