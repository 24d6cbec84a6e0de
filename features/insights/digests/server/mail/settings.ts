// Settings of a firm's digest emails: sender name, reply address, and click counting.
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { isMailAddress } from '#core/server/outgoing/sender.ts'
import { allOf, defineHandler, firmAdmin, type Handler } from '#core/server/routes.ts'
import { canManageLibrary } from '../../../server/policies.ts'
import { type MailSettingsInput, mailRoutes } from '../../mailContract.ts'
import type { DigestMail } from './mailInput.ts'

const asNew: MailSettingsInput = { sender_name: '', reply_name: '', reply_address: '', counts_clicks: false, place: '' }

export async function mailSettingsOf(tx: Tx): Promise<MailSettingsInput> {
  const { rows } = await tx.sql<MailSettingsInput>`
    select sender_name, reply_name, reply_address, counts_clicks, place from digest_mail_settings where org_id = ${currentOrgId}`
  return rows[0] ?? asNew
}

export async function saveMailSettings(tx: Tx, settings: MailSettingsInput): Promise<void> {
  const { sender_name, reply_name, reply_address, counts_clicks, place } = settings
  await tx.sql`
    insert into digest_mail_settings (org_id, sender_name, reply_name, reply_address, counts_clicks, place)
    values (${currentOrgId}, ${sender_name}, ${reply_name}, ${reply_address}, ${counts_clicks}, ${place})
    on conflict (org_id) do update set sender_name = excluded.sender_name, reply_name = excluded.reply_name,
      reply_address = excluded.reply_address, counts_clicks = excluded.counts_clicks, place = excluded.place`
}

/** Returns the firm as its emails name it. Without a reply address of the firm, replies go to the digest's author. */
export async function firmOfMails(tx: Tx, authorId: string | null): Promise<DigestMail['firm']> {
  const { sender_name, reply_name, reply_address, place } = await mailSettingsOf(tx)
  const { rows } = await tx.sql<{ name: string }>`select name from orgs where id = ${currentOrgId}`
  const { name } = rows[0]!
  return {
    name,
    senderName: sender_name || name,
    place,
    replyTo: reply_address ? { name: reply_name || name, address: reply_address } : await addressOf(tx, authorId),
  }
}

async function addressOf(tx: Tx, userId: string | null): Promise<{ name: string; address: string } | null> {
  const { rows } = await tx.sql<{ name: string; address: string }>`
    select trim(first_name || ' ' || last_name) as name, email as address from users
    where org_id = ${currentOrgId} and id = ${userId} and deactivated_at is null and role <> 'operator'`
  return rows[0] && isMailAddress(rows[0].address) ? rows[0] : null
}

export const settingsRoutes: Handler[] = [
  defineHandler(mailRoutes.settings, canManageLibrary, ({ tx }) => mailSettingsOf(tx)),
  defineHandler(mailRoutes.changeSettings, allOf(canManageLibrary, firmAdmin), async ({ tx, session, body }) => {
    const before = await mailSettingsOf(tx)
    await saveMailSettings(tx, body)
    const names = ['sender_name', 'reply_name', 'reply_address', 'counts_clicks', 'place'] as const
    const changed = names.filter((name) => before[name] !== body[name])
    if (changed.length > 0)
      await audit(tx, session, {
        action: 'digest_mails.changed',
        details: Object.fromEntries(changed.map((name) => [name, { from: before[name], to: body[name] }])),
      })
    return body
  }),
]
