// Adds the inbox to another subject of the model-based tests.
import type { RunSubject } from '#core/sync/testing/subject.ts'
import { inboxActions, readAllNotifications, readNotification } from '#features/notifications/actions.ts'
import { notifications } from '#features/notifications/contract.ts'

/** Every fifth action concerns the inbox, if it has lines. */
export const withInbox = (subject: RunSubject): RunSubject => ({
  ...subject,
  collections: [...subject.collections, notifications],
  actions: [...subject.actions, ...inboxActions],
  choose(seen, temporaryIds, pick, n, device) {
    const lines = seen(notifications)
    if (pick % 5 > 0 || lines.length === 0) return subject.choose(seen, temporaryIds, pick, n, device)
    const { id, at } = lines[Math.floor(pick / 5) % lines.length]!
    if (pick % 3 === 0) return { action: readAllNotifications, input: { until: at } }
    return { action: readNotification, input: { id } }
  },
})
