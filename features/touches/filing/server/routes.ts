import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyRequest } from 'fastify'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { withOrg } from '#core/server/database/tx.ts'
import type { FilingSettings } from '#core/server/filingSettings.ts'
import {
  allOf,
  anyone,
  type Call,
  defineHandler,
  firmAdmin,
  type Handler,
  notWhileSwitched,
  signedIn,
} from '#core/server/routes.ts'
import { isSameSecret } from '#core/server/sharedKeys.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { filingLimits, filingRoutes as routes } from '../contract.ts'
import { filingFlag } from '../flagsContract.ts'
import { fileUnmatched } from './fileMessages.ts'
import { InspectorsBusy } from './inspectors.ts'
import { changeAddress, filingOf, turnAddress } from './people.ts'
import { readBytes } from './readBytes.ts'
import { countUnfiled, receiveEmail } from './receive.ts'
import { type FilingRecipient, filingCodeIn, findRecipient } from './recipients.ts'
import { addSender, confirmSender, removeSender, resendCode } from './senders.ts'
import { dropWaiting, fileWaiting } from './waiting.ts'

const hasFiling = allOf(allOf(signedIn, subscribed(trackerFlag)), subscribed(filingFlag))
/** The address and the mailbox behind a code are the person's own. */
const own = notWhileSwitched(hasFiling)

const isLong = { isLong: true, whenRepeated: 'A repeat is refused: the address is listed, or the code was just sent.' }

type OwnCall = Pick<Call<unknown, unknown, unknown>, 'database' | 'session'>

export function filingHandlers(settings: FilingSettings | null): Handler[] {
  const given = (): FilingSettings => {
    if (!settings) throw notFound('This server doesn’t file emails.')
    return settings
  }
  const state = ({ database, session }: OwnCall) =>
    withOrg(database, session.org.id, (tx) => filingOf(tx, session, given().domain))
  return [
    defineHandler(routes.read, own, ({ tx, session }) => filingOf(tx, session, given().domain)),
    defineHandler(routes.turnOn, own, async ({ tx, session }) => {
      await turnAddress(tx, session, true)
      return filingOf(tx, session, given().domain)
    }),
    defineHandler(routes.turnOff, own, async ({ tx, session }) => {
      await turnAddress(tx, session, false)
      return filingOf(tx, session, given().domain)
    }),
    defineHandler(routes.change, own, async ({ tx, session }) => {
      await changeAddress(tx, session)
      return filingOf(tx, session, given().domain)
    }),
    defineHandler(
      routes.addSender,
      own,
      async ({ body, ...call }) => {
        await addSender(call, given(), body.address)
        return state(call)
      },
      isLong,
    ),
    defineHandler(
      routes.resendCode,
      own,
      async ({ params, ...call }) => {
        await resendCode(call, params.id)
        return state(call)
      },
      isLong,
    ),
    defineHandler(
      routes.confirmSender,
      own,
      async ({ params, body, ...call }) => {
        await confirmSender(call, params.id, body.code)
        return state(call)
      },
      isLong,
    ),
    defineHandler(routes.removeSender, own, async ({ tx, session, params }) => {
      await removeSender(tx, session, params.id)
      return filingOf(tx, session, given().domain)
    }),
    defineHandler(routes.fileWaiting, own, async ({ tx, session, params }) => {
      await fileWaiting(tx, session.actor.id, params.id)
      return filingOf(tx, session, given().domain)
    }),
    defineHandler(routes.fileUnmatched, own, ({ tx, session, params, body }) =>
      fileUnmatched(tx, given().domain, { userId: session.actor.id, emailId: params.id, targetId: body.target_id }),
    ),
    defineHandler(routes.dropWaiting, own, async ({ tx, session, params }) => {
      await dropWaiting(tx, session.actor.id, params.id)
      return filingOf(tx, session, given().domain)
    }),
    ...firmHandlers,
    defineHandler(
      routes.received,
      anyone,
      ({ database, request, query }) => receiveByHttp(database, given(), request, query),
      { isLong: true },
    ),
  ]
}

const administersFiling = allOf(firmAdmin, subscribed(filingFlag))

const firmHandlers: Handler[] = [
  defineHandler(routes.firm, administersFiling, async ({ tx }) => {
    const { rows } = await tx.sql<{ is_on: boolean }>`select is_filing_on as is_on from orgs where id = ${currentOrgId}`
    return rows[0]!
  }),
  defineHandler(routes.setFirm, administersFiling, async ({ tx, session, body }) => {
    const { rows } = await tx.sql`
      update orgs set is_filing_on = ${body.is_on} where id = ${currentOrgId} and is_filing_on <> ${body.is_on} returning 1`
    if (rows.length > 0)
      await audit(tx, session, { action: body.is_on ? 'firm.filing_turned_on' : 'firm.filing_turned_off' })
    return body
  }),
]

type Envelope = { to: string; from?: string | undefined }

/** Milliseconds before unknown addresses are refused, as in the SMTP listener. */
const REFUSAL_MS = 250

async function receiveByHttp(
  database: Database,
  settings: FilingSettings,
  request: FastifyRequest,
  { to, from }: Envelope,
): Promise<{ accepted: boolean }> {
  if (settings.key === null) throw notFound('This server doesn’t accept emails by HTTP.')
  if (!isSameSecret(request.headers.authorization ?? '', `Bearer ${settings.key}`))
    throw new Refusal('unauthorized', 'This isn’t the key for filing emails.', 401)
  if (!/^message\/rfc822\b/i.test(request.headers['content-type'] ?? ''))
    throw new Refusal('unsupported_type', 'Send the email as message/rfc822.', 415)
  const begun = performance.now()
  const recipients = await recipientsIn(database, to, settings.domain)
  const unknown = async () => {
    await pause(Math.max(0, REFUSAL_MS - (performance.now() - begun)))
    return notFound('There’s no such filing address.')
  }
  if (recipients.length === 0) throw await unknown()
  const read = await readBytes(request.raw, filingLimits.messageBytes)
  if (read === 'too_large' || read === 'too_many') {
    const at = new Date().toISOString()
    for (const one of recipients) await withOrg(database, one.orgId, (tx) => countUnfiled(tx, one, 'too_large', at))
    throw new Refusal('too_large', 'The limit is 25 MB.', 413)
  }
  if (typeof read === 'string') throw busy()
  try {
    const email = {
      pieces: read.pieces,
      recipients,
      sender: from,
      client: null,
      gateway: settings.gateway?.name ?? null,
    }
    if ((await receiveEmail(database, settings, email)) === 0) throw await unknown()
    return { accepted: true }
  } catch (error) {
    throw error instanceof InspectorsBusy ? busy() : error
  } finally {
    read.release()
  }
}

const busy = () => new Refusal('unavailable', 'Too many emails are arriving. Try again later.', 503, undefined, 60)

async function recipientsIn(database: Database, to: string, domain: string): Promise<FilingRecipient[]> {
  // A client that doesn't encode '+' in a query sends a space.
  const addresses = to.split(',').map((one) => one.trim().replace(' ', '+'))
  if (addresses.length > filingLimits.recipients)
    throw new Refusal('invalid', `The limit is ${filingLimits.recipients} recipients.`, 400)
  const found = new Map<string, FilingRecipient>()
  for (const address of addresses) {
    const recipient = await findRecipient(database, filingCodeIn(address, domain))
    if (recipient) found.set(recipient.userId, recipient)
  }
  return [...found.values()]
}
