// Triggers sending after a commit, within the process, because notifications in transactions would make commits wait
// for one another. Other processes poll.
import type { Tx } from '../database/tx.ts'

export type DeliveryChannel = 'mail' | 'text' | 'push'

type QueueListener = (channel: DeliveryChannel) => void
const listeners = new Set<QueueListener>()

/** Returns a function that unsubscribes. */
export function onQueued(hear: QueueListener): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

export const triggerSendAfterCommit = (tx: Tx, channel: DeliveryChannel) =>
  tx.afterCommit(() => {
    for (const hear of listeners) hear(channel)
  })
