import { z } from 'zod'
import { stampIn } from '#core/contract/dates.ts'
import { localId } from '#core/contract/fields.ts'
import { defineAction } from '#core/sync/protocol.ts'
import { change, onlyOwner, withId } from '../changes.ts'
import { type Target, targetEndpoints } from '../contract.ts'
import { targetDestroyed, targetTrashed } from '../eventsContract.ts'
import { refuseUnless, statusChange } from '../outcome/actions.ts'
import { routes } from './contract.ts'

export const trashTarget = statusChange(
  'trashTarget',
  'delete',
  routes.trash,
  withId(z.strictObject({})),
  (row, _, context) => {
    onlyOwner(row, 'remove')
    return {
      row: { ...row, status: 'deleted', deleted: stampIn(context.zone, context.now) },
      events: [targetTrashed({ from: row.status })],
    }
  },
)

export const destroyTarget = change<{ id: string }>({
  name: 'destroyTarget',
  input: z.strictObject({ id: localId }),
  decide(row) {
    onlyOwner(row, 'destroy')
    refuseUnless(row, 'destroy')
    return { row: null, events: [targetDestroyed()] }
  },
  request: ({ id }) => ({ route: routes.destroy, params: { id } }),
  confirm: () => null,
})

export const emptyTrash = defineAction<Record<string, never>, Target>({
  name: 'emptyTrash',
  collection: targetEndpoints,
  kind: 'each',
  input: z.strictObject({}),
  rowId: () => '',
  decide(row) {
    const isMine = row !== null && row.status === 'deleted' && row.owner_id === row.user_id
    return isMine ? { row: null, events: [targetDestroyed()] } : { row, events: [] }
  },
  request: () => ({ route: routes.emptyTrash }),
  confirm: (_, confirmed) => confirmed,
})
