// Ending mails of a kind without signing in: a link per person and kind, a page that asks, and a call that mail programs can make by themselves.
import { hash } from 'node:crypto'
import { sql } from 'kysely'
import { notFound } from '#core/contract/errors.ts'
import { isOn, switchName } from '#core/contract/notice.ts'
import type { Settings } from '#core/contract/session.ts'
import { firm, inFirm, type Tx } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { noticesHere } from '#core/server/notices/notice.ts'
import { everyone, type Served, serve, Text } from '#core/server/routes.ts'
import { readToken } from '#core/server/tokens.ts'
import { routes } from '../deliveryContract.ts'

type Link = { user_id: string; kind: string; label: string; stays: string; email: string; is_on: boolean }

const STAYS = 'Everything stays in your notifications in the app.'

export const unsubscribeRoutes: Served[] = [
  serve(routes.unsubscribePage, everyone, async ({ params, database }) =>
    page(await withLink(database, params.token, async (_, link) => link)),
  ),
  serve(routes.unsubscribe, everyone, async ({ params, body, database }) =>
    page(
      await withLink(database, params.token, async (tx, link) => {
        const is_on = body?.turn === 'on'
        await sql`
          update users set settings = settings || jsonb_build_object(${switchName(link.kind, 'email')}::text, ${is_on ? 1 : 0}::int)
          where org_id = ${firm} and id = ${link.user_id}`.execute(tx)
        return { ...link, is_on, isDone: true }
      }),
    ),
  ),
]

async function withLink<T>(database: Database, token: string, work: (tx: Tx, link: Link) => Promise<T>): Promise<T> {
  const read = readToken(token)
  if (!read) throw noLink()
  return inFirm(database, read.orgId, async (tx) => {
    const { rows } = await sql<Omit<Link, 'label' | 'stays' | 'is_on'> & { settings: Settings }>`
      select l.user_id, l.kind, u.email, u.settings
      from (
        select user_id, kind from unsubscribe_keys where org_id = ${firm} and token_hash = ${read.hash}
        union select user_id, kind from unsubscribe_links where org_id = ${firm} and token_hash = ${read.hash}
      ) l join users u on u.org_id = ${firm} and u.id = l.user_id`.execute(tx)
    const [link] = rows
    const notice = noticesHere().find(({ kind }) => kind === link?.kind)
    if (!link || !notice) throw noLink()
    const { label, stays = STAYS } = notice
    return work(tx, { ...link, label, stays, is_on: isOn(link.settings, switchName(link.kind, 'email')) })
  })
}

const noLink = () =>
  notFound('This link is not valid. You can turn mails off in Pursuit, under Account, Notifications.')

const style = `
body { margin: 0; min-height: 100vh; display: grid; place-items: center; font: 16px/1.5 system-ui, sans-serif; background: #f5f6f8; color: #1c2333; }
main { max-width: 26rem; margin: 16px; padding: 32px; background: #fff; border: 1px solid #dfe3ea; border-radius: 12px; }
h1 { margin: 0 0 8px; font-size: 20px; line-height: 1.3; } p { margin: 0 0 24px; }
button { min-height: 44px; padding: 0 20px; border: 0; border-radius: 8px; background: #15397e; color: #fff; font: inherit; font-weight: 600; cursor: pointer; }
@media (prefers-color-scheme: dark) { body { background: #11151d; color: #e6e9f0; } main { background: #1a202b; border-color: #2c3442; } button { background: #3f6fd0; } }
`
const headers = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy': `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
  'referrer-policy': 'no-referrer',
}

/** Works without scripts and loads nothing. */
function page({ label, stays, email, is_on, isDone }: Link & { isDone?: boolean }): Text {
  const name = escaped(label)
  const whom = escaped(maskedOf(email))
  const title = is_on ? (isDone ? `‘${name}’ are on again` : `Turn off ‘${name}’?`) : `‘${name}’ are turned off`
  const said = is_on
    ? isDone
      ? `Pursuit sends these mails to ${whom} again.`
      : `Pursuit then sends no more mails of this kind to ${whom}. ${escaped(stays)}`
    : `Pursuit sends no mails of this kind to ${whom}. ${escaped(stays)}`
  const turn = is_on ? 'off' : 'on'
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex"><meta name="color-scheme" content="light dark">
<title>${title} · Pursuit</title>
<style>${style}</style></head>
<body><main><h1>${title}</h1><p role="status">${said}</p>
<form method="post"><input type="hidden" name="turn" value="${turn}"><button type="submit">${is_on ? 'Turn them off' : 'Turn them on again'}</button></form>
</main></body></html>`
  return new Text(html, headers)
}

/** Enough to know it again for whose it is: 'd…@hartwell.example'. */
const maskedOf = (email: string) => email.replace(/^(.).*(?=@)/, '$1…')

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }
const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => signs[sign]!)
