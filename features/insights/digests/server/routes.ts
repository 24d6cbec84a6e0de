// The calls of digests. Who may is asked by `canManageLibrary` alone.
import { sql } from 'kysely'
import { Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { Dependencies } from '#core/server/dependencies.ts'
import { newId } from '#core/server/ids.ts'
import { linkedIds } from '#core/server/linkedIds.ts'
import { type RunIds, retryRun } from '#core/server/recurring/runs.ts'
import { type Call, defineHandler, type Handler } from '#core/server/routes.ts'
import { canManageLibrary } from '../../server/policies.ts'
import { routes } from '../contract.ts'
import { validateDigest } from '../rules.ts'
import { nextState } from '../state.ts'
import { composeDigest } from './composeDigest.ts'
import { listHandlers } from './lists.ts'
import { previewOf } from './mail/previewing.ts'
import { notMailed, queueDigestMails } from './mail/sending.ts'
import { unmailed } from './reach.ts'
import { digestOf, digestPeople, digestRecipients, digestsOf } from './reading.ts'
import {
  type DigestRow,
  digestLeftOutLinks,
  digestListLinks,
  digestMail,
  digestUserLinks,
  itemsOf,
  lockDigest,
} from './rows.ts'
import { startRun } from './startRun.ts'
import { templateHandlers } from './templates.ts'
import {
  addDigest,
  cancelDigest,
  type DigestMutation,
  duplicateDigest,
  editDigest,
  pauseDigest,
  refuseNoContact,
  refuseProblems,
  removeDigest,
  resumeDigest,
} from './writing.ts'

type Given = Pick<Dependencies, 'mail' | 'siteUrl'>
/** Origin of the links in emails. */
export const originOf = ({ mail, siteUrl }: Given) => mail?.origin() ?? siteUrl() ?? 'http://localhost'

// biome-ignore lint/suspicious/noExplicitAny: the shapes of each call are its route's
type AnyCall = Call<any, any, any>
const doingOf = ({ session, now, context }: AnyCall): DigestMutation => ({ session, now, key: context.key })
const ofId = async (
  call: Call<{ id: string }, unknown, unknown>,
  change: (tx: Tx, doing: DigestMutation, id: string) => Promise<void>,
) => {
  await change(call.tx, doingOf(call), call.params.id)
  return digestOf(call.tx, call, call.params.id)
}

export const digestRoutes = (given: Given): Handler[] => [
  ...templateHandlers,
  ...listHandlers,
  defineHandler(routes.list, canManageLibrary, (call) => digestsOf(call.tx, call, call.query.before)),
  defineHandler(routes.unmailed, canManageLibrary, async ({ tx }) => ({ people: await unmailed(tx) })),
  defineHandler(routes.one, canManageLibrary, (call) => digestOf(call.tx, call, call.params.id)),
  defineHandler(routes.people, canManageLibrary, ({ tx, params, query }) => digestPeople(tx, params.id, query)),
  defineHandler(routes.add, canManageLibrary, async (call) =>
    digestOf(call.tx, call, await addDigest(call.tx, doingOf(call), call.body)),
  ),
  defineHandler(routes.edit, canManageLibrary, async (call) =>
    ofId(call, (tx, doing, id) => editDigest(tx, doing, id, call.body)),
  ),
  defineHandler(routes.pause, canManageLibrary, (call) => ofId(call, pauseDigest)),
  defineHandler(routes.resume, canManageLibrary, (call) => ofId(call, resumeDigest)),
  defineHandler(routes.cancel, canManageLibrary, (call) => ofId(call, cancelDigest)),
  defineHandler(routes.duplicate, canManageLibrary, async (call) =>
    digestOf(call.tx, call, await duplicateDigest(call.tx, doingOf(call), call.params.id)),
  ),
  defineHandler(routes.test, canManageLibrary, (call) =>
    ofId(call, (tx, doing, id) => testDigest(tx, doing, id, originOf(given))),
  ),
  defineHandler(routes.sendNow, canManageLibrary, (call) =>
    ofId(call, (tx, doing, id) => sendNow(tx, doing, id, originOf(given))),
  ),
  defineHandler(routes.preview, canManageLibrary, ({ tx, session, params, now }) =>
    previewOf(tx, params.id, session.actor.id, {
      orgId: session.org.id,
      zone: session.org.zone,
      now,
      origin: originOf(given),
    }),
  ),
  defineHandler(routes.remove, canManageLibrary, async (call) => {
    await removeDigest(call.tx, doingOf(call), call.params.id)
    return undefined
  }),
  defineHandler(routes.recipients, canManageLibrary, async ({ tx, session, params }) => ({
    recipients: await digestRecipients(tx, session, params.id, params.run),
  })),
  defineHandler(routes.retry, canManageLibrary, async (call) => {
    await retry(call.tx, doingOf(call), call.params, call.body.in_doubt)
    return digestOf(call.tx, call, call.params.id)
  }),
]

const notTested = {
  gone: 'You’re no longer active.',
  unsubscribed: 'You’ve turned off these emails. Turn on “Digests” in Account, Notifications, and try again.',
  suppressed: 'Emails to your address bounced. Your firm’s admin can allow them again in Digest email.',
} as const

/**
 * Sends the caller their own version as a test. It appears in no history, and its items don't count as sent. Throws 409
 * if the caller can't get digests.
 */
async function testDigest(tx: Tx, { session, now }: DigestMutation, id: string, origin: string): Promise<void> {
  const row = await lockDigest(tx, id)
  const { zone } = session.org
  const { rows } = await tx.sql<{
    email: string
  }>`select email from users where org_id = ${currentOrgId} and id = ${session.actor.id}`
  const runId = newId()
  const orgId = session.org.id
  const { mail } = await composeDigest(tx, row, await itemsOf(tx, id), { orgId, zone, now, origin })
  if (mail.items.length === 0)
    throw new Refusal('empty', 'None of the items in this digest can be opened anymore.', 409)
  const why = (await notMailed(tx, [session.actor.id])).get(session.actor.id)
  if (why) throw new Refusal('not_mailed', notTested[why], 409)
  const me = { userId: session.actor.id, email: rows[0]!.email, name: fullNameOf(session.actor) }
  await queueDigestMails(tx, {
    orgId,
    runId,
    mail: { ...mail, isTest: true },
    people: [{ ...me, why: `This is a test of the digest “${row.title}.” No one else got it.` }],
  })
  await audit(tx, session, { action: 'digest.tested', subject: row })
}

async function sendNow(tx: Tx, { session, now }: DigestMutation, id: string, origin: string): Promise<void> {
  const row = await lockDigest(tx, id)
  nextState(row.status, 'sendNow')
  const { zone } = session.org
  refuseProblems(validateDigest(await inputOf(tx, row), { now, zone, isNow: row.frequency === 1 || row.start !== '' }))
  await refuseNoContact(tx, id)
  await startRun(tx, row, { orgId: session.org.id, zone, now, origin, isAsked: true })
  await audit(tx, session, { action: 'digest.sent_now', subject: row })
}

/** Returns a digest as input, so that the same validation reports what it lacks. */
async function inputOf(tx: Tx, row: DigestRow) {
  const items = await itemsOf(tx, row.id)
  return {
    ...row,
    date: row.start || null,
    auto_populate: false,
    videoinsight_ids: items.flatMap(({ content_id }) => content_id ?? []),
    external_content: items.flatMap(({ link }) => link ?? []),
    user_ids: await linkedIds(tx, digestUserLinks, row.id),
    list_ids: await linkedIds(tx, digestListLinks, row.id),
    left_out_ids: await linkedIds(tx, digestLeftOutLinks, row.id),
    draft: false,
  }
}

/**
 * Queues failed emails again. With `inDoubt`, also the unconfirmed ones, so that some people can get the email twice.
 */
async function retry(tx: Tx, doing: DigestMutation, { id, run }: RunIds, inDoubt: boolean): Promise<void> {
  const row = await lockDigest(tx, id)
  await digestRecipients(tx, doing.session, id, run)
  await retryRun(tx, digestMail, doing, row, run, {
    states: inDoubt ? ['failed', 'doubt'] : ['failed'],
    reset: sql`, tries = 0, next_try_at = now()`,
    details: { at: doing.now },
  })
  await tx.sql`update digest_runs set rests_until = null where org_id = ${currentOrgId} and id = ${run}`
}
