import { type ReactNode, use } from 'react'
import { DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { formatClock } from '#core/contract/times.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import { loadOnce } from '../lazyComponent.tsx'
import { useProduct } from '../product.ts'
import { useSession } from '../session.ts'

/** Describes each action with the texts of the feature that owns its rows. */
export type OutboxTexts = {
  sentenceOf: (outgoing: Outgoing) => ReactNode
  /** Text to copy out of a rejected action, or null. */
  typedIn: (outgoing: Outgoing) => string | null
  copyLabelOf: (outgoing: Outgoing) => string
  /** In the firm's time zone: '9:42 AM'. */
  clock: (instant: string) => string
}

/** Suspends until the texts have loaded. */
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
