// Whoever sends is woken as soon as a change that queued something has been committed: by the process that made it, and without
// a notification in the transaction, which would make commits wait for each other. Other processes look by themselves.
import { afterCommit } from '../database/scope.ts'
import type { DeliveryChannel } from './deliveries.ts'

type QueueListener = (channel: DeliveryChannel) => void
const listeners = new Set<QueueListener>()

/** The answer ends it. */
export function onQueued(hear: QueueListener): () => void {
  listeners.add(hear)
  return () => void listeners.delete(hear)
}

/** Says, after the commit of the open transaction, that something waits. */
export const triggerSendAfterCommit = (channel: DeliveryChannel) =>
  afterCommit(() => {
    for (const hear of listeners) hear(channel)
  })
