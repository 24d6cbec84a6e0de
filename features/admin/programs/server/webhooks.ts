// Manages the firm's webhooks for admins: URL, events, secret, and deliveries.

import { type RawBuilder, sql } from 'kysely'
import { invalid, notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import type { ServerContext } from '#core/server/declaration.ts'
import { lockKeys } from '#core/server/firmKeys.ts'
import { newId } from '#core/server/ids.ts'
import { addressProblem } from '#core/server/outboundAddress.ts'
import { defineHandler, firmAdmin, type Handler, notWhileSwitched } from '#core/server/routes.ts'
import { WEBHOOKS } from '#core/server/webhooks/queueEvents.ts'
import { newSecret, webhookSecretContext } from '#core/server/webhooks/signature.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { webhookRoutes as routes, type Webhook, type WebhookDelivery, webhookLimits } from '../webhookContract.ts'

const owner = notWhileSwitched(firmAdmin)

export function webhookHandlers(house: ServerContext): Handler[] {
  const known = () => house.all('outsideEvents').map(({ name, label }) => ({ name, label }))
  const check = ({ url, events }: { url: string; events: string[] }) => {
    const problem = addressProblem(url, house.limits.allowed)
    if (problem) throw invalid({ url: problem })
    const names = new Set(known().map(({ name }) => name))
    const unknown = events.find((name) => !names.has(name))
    if (unknown !== undefined) throw invalid({ events: `Unknown event: ${unknown}.` })
  }
  return [
    defineHandler(routes.read, firmAdmin, async ({ tx }) => ({ events: known(), webhooks: await webhooksOf(tx) })),
    defineHandler(routes.one, firmAdmin, async ({ tx, params }) => ({
      ...(await webhookOf(tx, params.id)),
      deliveries: await deliveriesOf(tx, params.id),
    })),
    defineHandler(routes.add, owner, async ({ tx, session, body }) => {
      check(body)
      await lockKeys(tx)
      if ((await webhooksOf(tx)).length >= webhookLimits.webhooks)
        throw invalid({ url: `A firm can have up to ${webhookLimits.webhooks} webhooks.` })
      const id = newId()
      const secret = newSecret()
      const sealed = house.box.seal(secret, webhookSecretContext(session.org.id, id))
      await tx.sql`
        insert into webhooks (org_id, id, url, events, secret_sealed, made_by, made_by_id)
        values (${currentOrgId}, ${id}, ${body.url}, ${body.events}, ${sealed}, ${fullNameOf(session.actor)}, ${session.actor.id})`
      await audit(tx, session, {
        action: 'webhook.added',
        subject: named(id, body.url),
        details: { events: body.events },
      })
      return { secret, made: await webhookOf(tx, id) }
    }),
    defineHandler(routes.edit, owner, async ({ tx, session, params: { id }, body }) => {
      check(body)
      await webhookOf(tx, id)
      // A new URL keeps the secret unless the admin asks for another.
      await tx.sql`update webhooks set url = ${body.url}, events = ${body.events} where org_id = ${currentOrgId} and id = ${id}`
      await audit(tx, session, {
        action: 'webhook.changed',
        subject: named(id, body.url),
        details: { events: body.events },
      })
      return webhookOf(tx, id)
    }),
    defineHandler(routes.remove, owner, async ({ tx, session, params: { id } }) => {
      const { url } = await webhookOf(tx, id)
      await tx.sql`delete from webhooks where org_id = ${currentOrgId} and id = ${id}`
      await audit(tx, session, { action: 'webhook.removed', subject: named(id, url) })
    }),
    defineHandler(routes.rotate, owner, async ({ tx, session, params: { id } }) => {
      const { url } = await webhookOf(tx, id)
      const secret = newSecret()
      const sealed = house.box.seal(secret, webhookSecretContext(session.org.id, id))
      await tx.sql`
        update webhooks set old_sealed = secret_sealed, old_until = now() + ${webhookLimits.secretHours} * interval '1 hour', secret_sealed = ${sealed}
        where org_id = ${currentOrgId} and id = ${id}`
      await audit(tx, session, { action: 'webhook.secret_made', subject: named(id, url) })
      return { secret }
    }),
    defineHandler(routes.turn, owner, async ({ tx, session, params: { id }, body }) => {
      const { url } = await webhookOf(tx, id)
      await tx.sql`
        update webhooks set off_why = ${body.is_on ? null : 'hand'}, off_at = case when ${body.is_on} then null else (select now()) end,
          failures = 0, failing_since = null, rests_until = '-infinity'
        where org_id = ${currentOrgId} and id = ${id}`
      if (body.is_on) {
        await tx.sql`
          update webhook_deliveries set next_at = now() where org_id = ${currentOrgId} and webhook_id = ${id} and state = 'waiting'`
        triggerAfterCommit(tx, WEBHOOKS)
      }
      await audit(tx, session, {
        action: body.is_on ? 'webhook.turned_on' : 'webhook.turned_off',
        subject: named(id, url),
      })
      return webhookOf(tx, id)
    }),
    defineHandler(routes.test, owner, async ({ tx, params: { id }, now }) => {
      refuseOff(await webhookOf(tx, id))
      const body = { type: 'webhook.test', timestamp: now, data: { message: 'This is a test from Pursuit.' } }
      await tx.sql`
        insert into webhook_deliveries (org_id, webhook_id, type, body) values (${currentOrgId}, ${id}, ${body.type}, ${JSON.stringify(body)})`
      await restNoMore(tx, id)
    }),
    defineHandler(routes.again, owner, async ({ tx, params: { id, delivery } }) => {
      refuseOff(await webhookOf(tx, id))
      const { rows } = await tx.sql`
        update webhook_deliveries set state = 'waiting', tries = 0, next_at = now(), problem = '' where org_id = ${currentOrgId} and webhook_id = ${id} and id = ${delivery}
          and state <> 'sending' returning 1`
      if (!rows[0]) throw notFound(cannotFind('delivery'))
      await restNoMore(tx, id)
    }),
  ]
}

const named = (id: string, url: string) => ({ id, name: new URL(url).host })

function refuseOff({ off_why }: Webhook): void {
  if (off_why) throw new Refusal('not_allowed_now', 'This webhook is off. Turn it on first.')
}

/** An admin is watching, so retries a failing webhook right away. */
async function restNoMore(tx: Tx, id: string): Promise<void> {
  await tx.sql`update webhooks set rests_until = '-infinity' where org_id = ${currentOrgId} and id = ${id}`
  triggerAfterCommit(tx, WEBHOOKS)
}

async function webhookOf(tx: Tx, id: string): Promise<Webhook> {
  const [webhook] = await webhooksOf(tx, sql`and w.id = ${id}`)
  if (!webhook) throw notFound(cannotFind('webhook'))
  return webhook
}

async function webhooksOf(tx: Tx, which: RawBuilder<unknown> = sql``): Promise<Webhook[]> {
  const { rows } = await tx.sql<Webhook>`
    select w.id, w.url, w.events, w.off_why, w.failing_since, w.made_by, w.made_at, case when w.old_until > now() then w.old_until end as old_secret_until,
      (select count(*)::int from webhook_deliveries d where d.org_id = w.org_id and d.webhook_id = w.id and d.state in ('waiting', 'sending')) as waiting
    from webhooks w where w.org_id = ${currentOrgId} ${which} order by w.made_at, w.id`
  return rows
}

async function deliveriesOf(tx: Tx, id: string): Promise<WebhookDelivery[]> {
  const { rows } = await tx.sql<WebhookDelivery>`
    select id, type, state, tries, status, milliseconds, answer, problem, body, queued_at, case when state = 'waiting' then next_at end as next_at
    from webhook_deliveries where org_id = ${currentOrgId} and webhook_id = ${id} order by queued_at desc, id limit ${webhookLimits.shown}`
  return rows
}
