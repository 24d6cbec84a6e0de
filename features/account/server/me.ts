import { sql } from 'kysely'
import { isFeatureOn } from '#core/contract/area.ts'
import { foldCase } from '#core/contract/foldCase.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { stagesFlag } from '#core/contract/stages.ts'
import { pageKey, readPage } from '#core/server/database/pages.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { fileLink } from '#core/server/files/links.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { projectOf } from '#core/server/video/projects.ts'
import type { Me, Subscriptions } from '../contract.ts'
import { twoFactorFlag } from '../flagsContract.ts'

export const hasTwoFactor = ({ org, user }: SignedInSession) =>
  isFeatureOn(org.subscriptions, twoFactorFlag) && (user.settings['key-two_factor'] ?? 0) > 0

export function meOf({ actor, user, org, by, isEnrolling }: SignedInSession, subscriptions: Subscriptions): Me {
  const fullname = fullNameOf(actor)
  return {
    user: {
      ...actor,
      uid: actor.id,
      fullname,
      email: user.email,
      phone: user.phone,
      user_nicename: fullname.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, '-'),
    },
    Org: {
      id: org.id,
      name: org.name,
      logo: { url: org.logoId ? fileLink({ orgId: org.id, fileId: org.logoId, key: org.linkKey() }) : '' },
      category_name: org.category_name,
      access: org.access,
      time_zone: org.zone,
      ugc: { project_id: projectOf(org.id) },
      ...(org.lists && { lists: org.lists }),
      ...(org.stages && isFeatureOn(org.subscriptions, stagesFlag) && { stages: org.stages }),
    },
    Settings: user.settings,
    Subscriptions: subscriptions,
    ...(isEnrolling && { is_enrolling: true }),
    // The token to switch back is only sent when the switch begins.
    ...(by && { Switch: { token: '', user_id: by.id, name: by.name } }),
  }
}

type Asked = { q?: string | undefined; after?: string | undefined; limit?: number | undefined }

/** Returns active people by last name, or all of them without a limit, as the specification says. */
export async function usersOf(tx: Tx, session: SignedInSession, { q = '', after, limit }: Asked = {}) {
  const key = await pageKey(tx, 'users', ['last_name', 'first_name'], after)
  const words = foldCase(q).split(/\s+/).filter(Boolean).slice(0, 8)
  const named = words.map((word) => sql`and position(${word} in fold_case(first_name || ' ' || last_name)) > 0`)
  const { rows } = await tx.sql<{ id: string; first_name: string; last_name: string; email: string }>`
    select id, first_name, last_name, email from users
    where org_id = ${session.org.id} and deactivated_at is null and (last_name, first_name, id) > ${key} ${sql.join(named, sql` `)}
    order by last_name, first_name, id ${limit ? sql`limit ${limit + 1}` : sql``}`
  const { page, next } = readPage(rows, limit ?? rows.length)
  return { users: page.map((row) => ({ ...row, fullname: fullNameOf(row) })), next }
}
