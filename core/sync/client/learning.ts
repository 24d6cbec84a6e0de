// Loads collections and actions on demand, see `Engine.learn`.
import type { AnyAction } from '../protocol.ts'
import type { EngineOptions, LoadedCollections } from './environment.ts'
import type { Memory } from './memory.ts'

type Parts = {
  options: EngineOptions & { collections: LoadedCollections['collections'][number][] }
  memory: Memory
  actions: Map<string, AnyAction>
  /** There is more to fetch and send. */
  learned: () => void
  closing: AbortSignal
}

export function createCollectionLoader({ options: { later, collections }, memory, actions, learned, closing }: Parts) {
  let isToLearn = later !== undefined
  let learning: Promise<true> | null = null

  async function takeIn(more: LoadedCollections): Promise<true> {
    for (const action of more.actions) actions.set(action.name, action)
    collections.push(...more.collections)
    isToLearn = false
    await memory.learn(more.collections)
    learned()
    return true
  }

  /** A closing database reports to no one, because its screens close too. */
  function broken(problem: unknown): Promise<never> {
    if (closing.aborted) return new Promise(() => undefined)
    throw problem
  }

  return {
    isToLearn: () => isToLearn,
    learn(): Promise<true> {
      learning ??= later ? later().then(takeIn).catch(broken) : Promise.resolve(true)
      // A failed load is tried again on the next call.
      learning.catch(() => {
        if (isToLearn) learning = null
      })
      return learning
    },
  }
}
