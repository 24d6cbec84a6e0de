import { type ReactNode, use } from 'react'
import { DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { formatClock } from '#core/contract/times.ts'
import type { Outgoing } from '#core/sync/client/engine.ts'
import { loadOnce } from '../later.tsx'
import { useProduct } from '../product.ts'
import { useSession } from '../session.ts'

/** How the outbox speaks: each action in the words of the feature whose rows it is about. */
export type OutboxTexts = {
  sentenceOf: (outgoing: Outgoing) => ReactNode
  /** What the person typed, to be copied out of a refused action; null where nothing was. */
  typedIn: (outgoing: Outgoing) => string | null
  /** 'Copy your note'. */
  copyLabelOf: (outgoing: Outgoing) => string
  /** '9:42 AM', on the firm's clocks. */
  clock: (instant: string) => string
}

/** Waits for the words as a component does that is loaded. */
export function useOutboxLabels(): OutboxTexts {
  const zone = useSession()?.Org.time_zone || DEFAULT_ZONE
  const { offline, offlineLater } = useProduct()
  const parts = [...use(loadOnce(offline)), ...use(loadOnce(offlineLater))]
  const all = parts.map(({ collections, words }) => ({
    names: new Set(collections.map(({ name }) => name)),
    say: use(loadOnce(words)),
  }))
  const wordsOf = ({ collection }: Outgoing) => all.find(({ names }) => names.has(collection))?.say
  return {
    sentenceOf: (outgoing) => wordsOf(outgoing)?.sentenceOf(outgoing, dayIn(zone, new Date())) ?? 'A change.',
    typedIn: (outgoing) => wordsOf(outgoing)?.typedIn(outgoing) ?? null,
    copyLabelOf: (outgoing) => wordsOf(outgoing)?.copyLabelOf?.(outgoing) ?? 'Copy your text',
    clock: (instant) => formatClock(zone, instant, new Date()),
  }
}
