import { audit } from '#core/server/audit.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Context } from '#core/sync/protocol.ts'
import { contactNameOf } from '../namesContract.ts'
import type { ContactFields } from './records.ts'
import type { ContactViewer } from './store.ts'

type Merged = { action: 'contact.merged' | 'contact.unmerged'; contact: ContactFields; isHidden: boolean }

/** Admins read the log, so the entry names no contact if one of the two is private. */
export const auditMerge = (
  tx: Tx,
  { actor, org }: Pick<ContactViewer, 'actor' | 'org'>,
  { byName = '' }: Context,
  { action, contact, isHidden }: Merged,
): Promise<void> =>
  audit(
    tx,
    { actor, org, ...(byName && { by: { name: byName } }) },
    { action, subject: isHidden ? { name: 'a private contact' } : { id: contact.id, name: contactNameOf(contact) } },
  )
