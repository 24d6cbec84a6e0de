// Actions of the inbox. They are silent, because reading should cause no warning about unsent changes.

import { z } from 'zod'
import { id } from '#core/contract/fields.ts'
import { defineAction } from '#core/sync/protocol.ts'
import { type InboxItem, notifications, ReadAllInput, routes } from './contract.ts'

/** Also applies to a line that isn't on this device yet. */
export const readNotification = defineAction<{ id: string }, InboxItem>({
  name: 'readNotification',
  collection: notifications,
  kind: 'change',
  isQuiet: true,
  input: z.strictObject({ id }),
  rowId: (input) => input.id,
  decide: (line) => ({ row: line && readOf(line), events: [] }),
  request: (params) => ({ route: routes.read, params }),
  confirm: (_, line) => line && readOf(line),
})

export const readAllNotifications = defineAction<ReadAllInput, InboxItem>({
  name: 'readAllNotifications',
  collection: notifications,
  kind: 'each',
  isQuiet: true,
  input: ReadAllInput,
  rowId: () => '',
  decide: (line, { until }) => ({ row: line && (until && line.at > until ? line : readOf(line)), events: [] }),
  request: (body) => ({ route: routes.readAll, body }),
  confirm: (_, line) => line,
})

const readOf = (line: InboxItem): InboxItem => (line.read ? line : { ...line, read: true })

export const inboxActions = [readNotification, readAllNotifications] as const
