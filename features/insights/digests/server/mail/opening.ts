// Destinations of the links in digest emails: the item, for people who are signed in, or the URL of external content.
import { sql } from 'kysely'
import { notFound, Refusal } from '#core/contract/errors.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { newId } from '#core/server/ids.ts'
import { plainPage } from '#core/server/plainPage.ts'
import { anyone, defineHandler, type Handler, Text } from '#core/server/routes.ts'
import { isOnIn } from '#core/server/subscriptions.ts'
import { insightsFlag } from '../../../flagsContract.ts'
import { mailRoutes } from '../../mailContract.ts'
import { LIBRARY_PATH } from '../contents.ts'
import { type MailPlace, mailKeyOf, PREVIEW, readMailToken, WHOLE } from './mailToken.ts'
import { inScheme, previewPage } from './previewing.ts'
import { isScanner } from './scanners.ts'
import { preparedWith, readerOf, runOf } from './sending.ts'
import { mailSettingsOf } from './settings.ts'

const gone = () => notFound('This link is no longer valid.')

/** The same page for forged and expired links, so that it doesn't reveal which. */
const goneLabels = {
  title: 'This link is no longer valid',
  said: 'It may be too old, or the item was removed. Everything current is in the Library.',
  act: `<a href="${LIBRARY_PATH}" target="_top">Open the Library</a>`,
  status: 404,
  isFramed: true,
}

/** Most clicks stored per person and email. Further ones are dropped, so that no one can fill the table. */
const MOST_VISITS = 200

export const openingRoutes = (means: Pick<Dependencies, 'siteUrl'>): Handler[] => [
  defineHandler(mailRoutes.open, anyone, ({ params, database, request, now }) =>
    atPlace(database, params.token, async (tx, place) => {
      const run = place.item === WHOLE ? null : await runOf(tx, place.orgId, place.runId)
      const item = run?.mail.items[place.item]
      if (!item) throw gone()
      const isLooking = request.method === 'HEAD' || isScanner(request.headers)
      if (!isLooking && run?.countsClicks) await recordVisit(tx, place, now)
      return new Text('', { ...bare, location: item.url }, 302)
    }),
  ),
  defineHandler(mailRoutes.view, anyone, ({ params, query, database, request, now }) =>
    atPlace(database, params.token, async (tx, place) => {
      if (place.item === PREVIEW) {
        const at = means.siteUrl() ?? `${request.protocol}://${request.host}`
        return new Text(inScheme(await previewPage(tx, place, { now, origin: at }), query.scheme), framed)
      }
      const run = place.item === WHOLE ? await runOf(tx, place.orgId, place.runId) : null
      if (!run) throw gone()
      const origin = means.siteUrl() ?? `${request.protocol}://${request.host}`
      // In the browser view, links lead directly to the items and count nothing.
      const places = await placesOf(tx, place)
      const prepared = places ? preparedWith(run, places) : run.prepared
      const quiet = { ...run, prepared, countsClicks: false, why: '' }
      const { reader } = await readerOf(tx, { ...place, origin }, quiet, places ?? undefined)
      return new Text(prepared.fill(reader).html, page)
    }),
  ),
]

/** Returns the positions of the run's items that this person was sent; null for all. */
async function placesOf(tx: Tx, { runId, userId }: MailPlace): Promise<number[] | null> {
  const { rows } = await tx.sql<{ items: number[] }>`
    select items from digest_recipients where org_id = ${currentOrgId} and run_id = ${runId} and user_id = ${userId}`
  return rows[0]?.items ?? null
}

const bare = { 'cache-control': 'no-store', 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' }
/** Headers that allow styles and our own images, as in an email client, but no scripts. */
const page = {
  ...bare,
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
}

/** The same headers, but one of our own pages can frame it. */
const framed = {
  ...page,
  'content-security-policy': page['content-security-policy'].replace(
    "frame-ancestors 'none'",
    "frame-ancestors 'self'",
  ),
}

/** Shows a page instead of a 404 in JSON, because people arrive here from an email. */
function atPlace(database: Database, token: string, work: (tx: Tx, place: MailPlace) => Promise<Text>): Promise<Text> {
  return withPlace(database, token, work).catch((error) => {
    if (error instanceof Refusal && error.status === 404) return plainPage(goneLabels)
    throw error
  })
}

/** Throws 404 if the token isn't valid or its person or target no longer exists. */
async function withPlace<T>(
  database: Database,
  token: string,
  work: (tx: Tx, place: MailPlace) => Promise<T>,
): Promise<T> {
  const read = readMailToken(token)
  if (!read) throw gone()
  const { place, isSigned } = read
  return withOrg(
    database,
    place.orgId,
    async (tx) => {
      if (!isSigned(mailKeyOf(tx, place.orgId))) throw gone()
      const { rows } = await tx.sql`
        select from users u join orgs o on o.id = u.org_id
        where u.org_id = ${currentOrgId} and u.id = ${place.userId} and u.deactivated_at is null and not o.is_closed and ${isOnIn(sql`o.subscriptions`, insightsFlag)}`
      if (rows.length === 0) throw gone()
      return work(tx, place)
    },
    { isQuiet: true },
  )
}

export async function recordVisit(
  tx: Tx,
  { runId, userId, item }: Omit<MailPlace, 'orgId'>,
  now: string,
): Promise<void> {
  // After a firm turns off click counting, clicks of earlier emails don't count either.
  if (!(await mailSettingsOf(tx)).counts_clicks) return
  await tx.sql`
    insert into digest_visits (org_id, id, run_id, user_id, item, at)
    select ${currentOrgId}, ${newId()}, ${runId}, ${userId}, ${item}, ${now}::timestamptz
    where (select count(*) from digest_visits where org_id = ${currentOrgId} and run_id = ${runId} and user_id = ${userId}) < ${MOST_VISITS} returning 1`
}
