import type { Lists } from '#core/contract/session.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { linkKeyOf, type StoredLinkKey } from '#core/server/files/linkKey.ts'
import { fileLink } from '#core/server/files/links.ts'
import { type FileChanges, filesOf, inFiles } from '#core/server/files/store.ts'
import { defineHandler, type Handler } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { copies } from '#features/targets/server/contract.ts'
import { administers } from '../../server/administers.ts'
import { defaultLists, type FirmProfile, type Retention, retentionDefaults, firmRoutes as routes } from '../contract.ts'
import { logoFrom, logoKind } from './firmLogo.ts'

export const firmHandlers: Handler[] = [
  defineHandler(routes.firm, administers, ({ tx }) => profileOf(tx)),
  defineIdempotentHandler(routes.editFirm, administers, {
    within: inFiles,
    async change(tx, { session, body }) {
      const before = await profileOf(tx)
      const { name, time_zone, category_name, access } = body
      await tx.sql`update orgs set name = ${name}, time_zone = ${time_zone}, category_name = ${category_name}, access = ${access} where id = ${session.org.id}`
      triggerAfterCommit(tx, copies)
      const changed = changesOf(before, body)
      if (Object.keys(changed).length > 0)
        await audit(tx, session, {
          action: 'firm.changed',
          subject: { id: session.org.id, name },
          details: changed,
        })
      return profileOf(tx)
    },
  }),
  defineIdempotentHandler(routes.putLogo, administers, {
    async ready({ session, database, request }) {
      const files = filesOf(database)
      const { file: upload } = await files.receive(request, routes.putLogo, { file: logoKind })
      const picture = await logoFrom(session.org.id, upload).finally(() => upload.discard())
      return { upload, placed: await files.place(session.org.id, logoKind, picture) }
    },
    within: inFiles,
    async change(tx, { session }, { upload, placed }, { keep, drop }: FileChanges) {
      const before = await lockLogo(tx)
      await keep(placed, session.actor.id)
      await tx.sql`update orgs set logo_id = ${placed.id} where id = ${session.org.id}`
      if (before) await drop(before)
      await audit(tx, session, {
        action: 'firm.logo_changed',
        details: { file: upload.name, bytes: upload.bytes },
      })
      return profileOf(tx)
    },
    content: ({ upload }) => upload.sha256.toString('hex'),
  }),
  defineIdempotentHandler(routes.removeLogo, administers, {
    within: inFiles,
    async change(tx, { session }, _, { drop }: FileChanges) {
      const before = await lockLogo(tx)
      if (!before) return
      await tx.sql`update orgs set logo_id = null where id = ${session.org.id}`
      await drop(before)
      await audit(tx, session, { action: 'firm.logo_removed' })
    },
  }),
  defineHandler(routes.putLists, administers, async ({ tx, session, body }) => {
    const { lists: before } = await profileOf(tx)
    const after: Lists = { ...before, ...body, referral_sources: body.referral_sources ?? before.referral_sources }
    await tx.sql`update orgs set lists = ${JSON.stringify(after)}::jsonb where id = ${session.org.id}`
    await audit(tx, session, { action: 'firm.lists_changed', details: listChanges(before, after) })
    return profileOf(tx)
  }),
  defineHandler(routes.putRetention, administers, async ({ tx, session, body }) => {
    const { retention: before } = await profileOf(tx)
    await tx.sql`update orgs set retention = retention || ${JSON.stringify(body)}::jsonb where id = ${session.org.id}`
    await audit(tx, session, { action: 'firm.retention_changed', details: changesIn(before, { ...before, ...body }) })
    return profileOf(tx)
  }),
  defineHandler(routes.resetLists, administers, async ({ tx, session }) => {
    await tx.sql`update orgs set lists = null where id = ${session.org.id}`
    await audit(tx, session, { action: 'firm.lists_reset' })
    return profileOf(tx)
  }),
]

type Row = Pick<FirmProfile, 'id' | 'name' | 'time_zone' | 'category_name' | 'access'> &
  StoredLinkKey & {
    logo_id: string | null
    lists: Lists | null
    retention: Partial<Retention>
  }

async function profileOf(tx: Tx): Promise<FirmProfile> {
  const { rows } = await tx.sql<Row>`
    select id, name, time_zone, category_name, access, logo_id, link_key, link_sealed, lists, retention from orgs where id = ${currentOrgId}`
  const { logo_id, link_key, link_sealed, lists, retention, ...profile } = rows[0]!
  const key = linkKeyOf(tx, profile.id, { link_key, link_sealed })
  return {
    ...profile,
    logo: { url: logo_id ? fileLink({ orgId: profile.id, fileId: logo_id, key }) : '' },
    lists: lists ?? defaultLists,
    has_default_lists: lists === null,
    retention: { ...retentionDefaults, ...retention },
  }
}

/** Locks the firm's row so that the second of two simultaneous uploads replaces the first. */
async function lockLogo(tx: Tx): Promise<string | null> {
  const { rows } = await tx.sql<{
    logo_id: string | null
  }>`select logo_id from orgs where id = ${currentOrgId} for update`
  return rows[0]!.logo_id
}

function changesOf(before: FirmProfile, after: Record<string, string>): Record<string, { from: string; to: string }> {
  const names = ['name', 'time_zone', 'category_name', 'access'] as const
  return Object.fromEntries(
    names
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, { from: before[name], to: after[name]! }]),
  )
}

function listChanges(before: Lists, after: Lists): Record<string, { added: string[]; removed: string[] }> {
  const names = ['lost_reasons', 'objectives', 'step_starters', 'contact_roles', 'referral_sources'] as const
  const changes = names.map((name) => {
    const added = after[name].filter((one) => !before[name].includes(one))
    const removed = before[name].filter((one) => !after[name].includes(one))
    return [name, { added, removed }] as const
  })
  return Object.fromEntries(changes.filter(([, { added, removed }]) => added.length + removed.length > 0))
}

const changesIn = (before: Retention, after: Retention) =>
  Object.fromEntries(
    (Object.keys(after) as (keyof Retention)[])
      .filter((name) => before[name] !== after[name])
      .map((name) => [name, { from: before[name], to: after[name] }]),
  )
