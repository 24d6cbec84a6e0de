// Messages that the demo firms would have received, never those of other firms. Exists only with the demo and without a
// provider.
import { randomBytes } from 'node:crypto'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { z } from 'zod'
import type { Database } from '../database/open.ts'
import { withoutRls } from '../database/tx.ts'
import { demoPageOf, type Shown } from './demoPageHtml.ts'
import { htmlOfMail } from './emlHtml.ts'
import { type OutboxKind, readFromOutbox } from './outbox.ts'
import type { DeliveryChannel } from './triggerSend.ts'

export type DemoPageOptions = {
  database: Database
  directory: string
  /** Anyone can see these firms' messages. */
  firms: () => Promise<string[]>
}

type Row = { id: string; channel: DeliveryChannel; recipient: string; queued_at: string }

const SHOWN = 60
const kinds: Record<DeliveryChannel, OutboxKind> = { mail: 'mail', text: 'sms', push: 'push' }

/** Call it before the server listens. */
export function serveDemoPage(app: FastifyInstance, options: DemoPageOptions): void {
  app.get('/demo/mail', async (request, reply) => {
    const { open } = z.object({ open: z.guid().optional().catch(undefined) }).parse(request.query)
    const rows = await rowsOf(options)
    const shown = (await Promise.all(rows.map((row) => shownOf(options.directory, row)))).filter((one) => one !== null)
    const nonce = randomBytes(18).toString('base64')
    const policy = `default-src 'none'; style-src 'nonce-${nonce}'; frame-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`
    return answer(reply, policy, demoPageOf(shown, open, nonce))
  })
  app.get('/demo/mail/:id', async (request, reply) => {
    const id = z.object({ id: z.guid() }).safeParse(request.params).data?.id
    const row = id && (await rowsOf(options, id)).find(({ channel }) => channel === 'mail')
    const html = row && (await mailOf(options.directory, row))
    if (!html) return reply.code(404).type('text/plain').send('This email doesn’t exist.')
    // Like an email client: our styles and images, but no scripts or other resources. Links open in a new tab.
    const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' data:; form-action 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox`
    return answer(reply, policy, html.replace('<head>', '<head><base target="_blank">'))
  })
}

const answer = (reply: FastifyReply, policy: string, html: string) =>
  reply
    .headers({ 'content-security-policy': policy, 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
    .type('text/html; charset=utf-8')
    .send(html)

async function rowsOf({ database, firms }: DemoPageOptions, id: string | null = null): Promise<Row[]> {
  const orgIds = await firms()
  const { rows } = await withoutRls(
    database,
    (tx) =>
      tx.sql<Row>`
      select id, channel, recipient, queued_at from outgoing
      where org_id = any(${orgIds}::uuid[]) and state = 'sent' and device is null and (${id}::uuid is null or id = ${id}::uuid)
      order by queued_at desc, id limit ${SHOWN}`,
  )
  return rows
}

const mailOf = async (directory: string, { id, queued_at }: Row) => {
  const bytes = await readFromOutbox(directory, 'mail', { id, queuedAt: queued_at })
  return bytes && htmlOfMail(bytes)
}

/** Returns null if its file was removed. */
async function shownOf(directory: string, row: Row): Promise<Shown | null> {
  const { id, channel, recipient, queued_at: at } = row
  if (channel === 'mail') {
    const html = await mailOf(directory, row)
    const title = html && /<title>([^<]*)<\/title>/.exec(html)?.[1]
    return html ? { id, channel, to: recipient, at, title: unescaped(title ?? ''), words: '' } : null
  }
  const bytes = await readFromOutbox(directory, kinds[channel], { id, queuedAt: at })
  if (!bytes) return null
  const { to, text, title, body } = JSON.parse(bytes.toString('utf8')) as Record<string, string | undefined>
  return { id, channel, to: to ?? recipient, at, title: title ?? text ?? '', words: body ?? '' }
}

const unescaped = (html: string) =>
  html
    .trim()
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
