import { hash } from 'node:crypto'
import { notFound } from '#core/contract/errors.ts'
import { trackerFlag } from '#core/contract/trackerFlag.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { allOf, anyone, defineHandler, type Handler, notWhileSwitched, signedIn, Text } from '#core/server/routes.ts'
import { subscribed } from '#core/server/subscriptions.ts'
import { routes } from '../contract.ts'
import { calendarFlag } from '../flagsContract.ts'
import { calendarOf, openSteps } from './feed.ts'
import { countQuestion } from './limit.ts'
import { linkOf, readFile, revokeLink, rotateLink, subscriberOf } from './link.ts'

// The link is a secret of the person.
const ownLink = notWhileSwitched(allOf(allOf(signedIn, subscribed(trackerFlag)), subscribed(calendarFlag)))

export const calendarRoutes: Handler[] = [
  defineHandler(routes.read, ownLink, async ({ tx, session, request }) => ({
    webcal: await linkOf(tx, session.org.id, session.actor.id, request),
  })),
  defineHandler(routes.rotate, ownLink, async ({ tx, session, request }) => ({
    webcal: await rotateLink(tx, session.org.id, session.actor.id, request),
  })),
  defineHandler(routes.revoke, ownLink, async ({ tx, session }) => {
    await revokeLink(tx, session.org.id, session.actor.id)
    return { webcal: null }
  }),
  defineHandler(routes.feed, anyone, async ({ params, database, request }) => {
    const { orgId, secretHash } = readFile(params.file)
    await countQuestion(database, secretHash, request.ip)
    const site = `${request.protocol}://${request.host}`
    return withOrg(database, orgId, async (tx) => {
      const person = await subscriberOf(tx, secretHash)
      if (!person) throw notFound()
      // The feed's sequence number covers every change shown here.
      const tag = `"${hash('sha256', `${site} ${person.id} ${person.seq}`, 'base64url').slice(0, 22)}"`
      const headers = { etag: tag, 'cache-control': 'private, no-cache' }
      if (isKnown(tag, request.headers['if-none-match'])) return new Text('', headers, 304)
      const text = calendarOf(await openSteps(tx, person.id), site)
      return new Text(text, { ...headers, 'content-type': 'text/calendar; charset=utf-8' })
    })
  }),
]

const isKnown = (tag: string, given: string | undefined) =>
  given?.split(',').some((one) => one.trim().replace(/^W\//, '') === tag) ?? false
