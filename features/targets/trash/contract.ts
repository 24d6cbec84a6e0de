import { defineRoute } from '#core/contract/route.ts'
import { actionCall, NoFields } from '../callsContract.ts'

/** Days a target stays in Recently Deleted. */
export const KEEP_DELETED_DAYS = 30

export const routes = {
  trash: defineRoute({ ...actionCall('delete', 'Move to trash'), scope: 'targets:write', body: NoFields }),
  destroy: defineRoute({
    ...actionCall('destroy', 'Permanently delete the Targets in the trash'),
    body: NoFields,
    answer: undefined,
  }),
  emptyTrash: defineRoute({
    name: 'targets.emptyTrash',
    method: 'POST',
    path: 'tiles/empty_trash',
    summary: 'Delete trashed targets now',
    body: NoFields,
  }),
}
