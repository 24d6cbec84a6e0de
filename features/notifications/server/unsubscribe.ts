// Unsubscribing from a kind of email without signing in: a link per person and kind, a confirmation page, and a call
// for email clients.
import { notFound, Refusal } from '#core/contract/errors.ts'
import { isNoticeOn, switchName } from '#core/contract/notice.ts'
import type { Settings } from '#core/contract/session.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { plainPage } from '#core/server/plainPage.ts'
import { anyone, defineHandler, type Handler, type Text } from '#core/server/routes.ts'
import { readToken } from '#core/server/tokens.ts'
import { routes } from '../deliveryContract.ts'

type Link = { user_id: string; kind: string; label: string; stays: string; email: string; is_on: boolean }

const STAYS = 'You’ll still see everything in your notifications in the app.'

export const unsubscribeRoutes: Handler[] = [
  defineHandler(routes.unsubscribePage, anyone, async ({ params, database }) =>
    page(await withLink(database, params.token, async (_, link) => link).catch(noPage)),
  ),
  defineHandler(routes.unsubscribe, anyone, async ({ params, body, database }) =>
    page(
      await withLink(database, params.token, async (tx, link) => {
        const is_on = body?.turn === 'on'
        await tx.sql`
          update users set settings = settings || jsonb_build_object(${switchName(link.kind, 'email')}::text, ${is_on ? 1 : 0}::int)
          where org_id = ${currentOrgId} and id = ${link.user_id}`
        return { ...link, is_on, isDone: true }
      }),
    ),
  ),
]

async function withLink<T>(database: Database, token: string, work: (tx: Tx, link: Link) => Promise<T>): Promise<T> {
  const read = readToken(token)
  if (!read) throw noLink()
  return withOrg(database, read.orgId, async (tx) => {
    const { rows } = await tx.sql<Omit<Link, 'label' | 'stays' | 'is_on'> & { settings: Settings }>`
      select l.user_id, l.kind, u.email, u.settings
      from (
        select user_id, kind from unsubscribe_keys where org_id = ${currentOrgId} and token_hash = ${read.hash}
        union select user_id, kind from unsubscribe_links where org_id = ${currentOrgId} and token_hash = ${read.hash}
      ) l join users u on u.org_id = ${currentOrgId} and u.id = l.user_id`
    const [link] = rows
    const notice = tx.services.notices.find(({ kind }) => kind === link?.kind)
    if (!link || !notice) throw noLink()
    const { label, stays = STAYS } = notice
    return work(tx, { ...link, label, stays, is_on: isNoticeOn(link.settings, switchName(link.kind, 'email')) })
  })
}

const noLink = () =>
  notFound('This link isn’t valid. You can turn these emails off in Pursuit, in Account, Notifications.')

/** A person who follows a link needs a page, not JSON. */
function noPage(error: unknown): null {
  if (error instanceof Refusal && error.status === 404) return null
  throw error
}

function page(link: (Link & { isDone?: boolean }) | null): Text {
  if (!link)
    return plainPage({
      title: 'This link isn’t valid',
      said: 'You can turn these emails off in Pursuit, in Account, Notifications.',
      act: '<a href="/account/notifications">Open your notifications</a>',
      status: 404,
    })
  const { label, stays, email, is_on, isDone } = link
  const whom = maskedOf(email)
  const title = is_on ? (isDone ? `“${label}” are back on` : `Turn off “${label}”?`) : `“${label}” are turned off`
  const said = is_on
    ? isDone
      ? `Pursuit will send these emails to ${whom} again.`
      : `Pursuit will stop sending these emails to ${whom}. ${stays}`
    : `Pursuit no longer sends these emails to ${whom}. ${stays}`
  const act = `<form method="post"><input type="hidden" name="turn" value="${is_on ? 'off' : 'on'}"><button type="submit">${is_on ? 'Turn off' : 'Turn back on'}</button></form>`
  return plainPage({ title, said, act })
}

/** Shows enough to recognize an address: 'd…@hartwell.example'. */
const maskedOf = (email: string) => email.replace(/^(.).*(?=@)/, '$1…')
