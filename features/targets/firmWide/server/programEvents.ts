// Sends webhook events on targets in the transaction of the change.

import { queueEvents } from '#core/server/webhooks/queueEvents.ts'
import { on } from '#core/sync/server/reactions.ts'
import type { Target } from '../../contract.ts'
import { heard, publicEventsOf } from '../publicEvents.ts'

export const apiClientEvents = on<Target>(heard, async (tx, changes) =>
  queueEvents(tx, changes.flatMap(publicEventsOf)),
)
