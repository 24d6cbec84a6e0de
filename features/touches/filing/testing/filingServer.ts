// The API and the SMTP listener of one installation, with a DNS server and DKIM keys of its own.
import { generateKeyPairSync } from 'node:crypto'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import type { FilingSettings } from '#core/server/filingSettings.ts'
import { type Api, type Client, openApi } from '#tests/api.ts'
import { startNameServer } from '#tests/signOn/nameServer.ts'
import type { Filing } from '../contract.ts'
import { filingRoutes } from '../contract.ts'
import { type SmtpLimits, smtpListener } from '../server/smtpListener.ts'

export const DOMAIN = 'file.pursuit.example'
export const GATEWAY_KEY = 'the-key-of-the-gateway-that-posts'

export type FilingServer = Awaited<ReturnType<typeof openFiling>>

export async function openFiling(given: Partial<FilingSettings> = {}, limits: Partial<SmtpLimits> = {}) {
  const names = await startNameServer()
  const settings: FilingSettings = {
    domain: DOMAIN,
    listen: { host: '127.0.0.1', port: 0 },
    tls: null,
    key: GATEWAY_KEY,
    gateway: null,
    nameServers: [names.address],
    ownSender: 'pursuit@hartwell.example',
    ...given,
  }
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  const record = `v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`
  const api: Api = await openApi({ means: { filing: settings } })
  const listener = await smtpListener(settings, { refusal: 20, stop: 1000, ...limits }).start(api.database)
  return {
    api,
    settings,
    listener,
    port: listener.port,
    names,
    /** Publishes the key for a domain. */
    publishKey: (domain: string) => void names.texts.set(`s1._domainkey.${domain}`, [record]),
    async sign(email: string, domain: string, more: { maxBodyLength?: number } = {}): Promise<string> {
      const signature = { signingDomain: domain, selector: 's1', privateKey, ...more }
      const { signatures } = await dkimSign(email, { ...signature, signatureData: [signature] })
      return `${signatures}${email}`
    },
    async close() {
      await listener.stop()
      await api.close()
      await names.stop()
    },
  }
}

export const filingOf = async (person: Client): Promise<Filing> => (await person.call<Filing>(filingRoutes.read)).body

export type StoredEmail = {
  user_id: string
  message_id: string
  state: string
  message: { subject: string; text: string }
}

/** The background task can have looked for a Target in the meantime, and there is none. */
export const storedEmails = async ({ database }: Api, person: Client): Promise<StoredEmail[]> =>
  (
    await database.pool.query<StoredEmail>(
      `select user_id, message_id, replace(state, 'unmatched', 'received') as state, message from filed_messages where org_id = $1 and user_id = $2 order by received_at, id`,
      [person.orgId, person.actor.id],
    )
  ).rows

/** Counts of emails that weren't filed, by reason. */
export async function unfiledOf({ database }: Api, person: Client): Promise<Record<string, number>> {
  const { rows } = await database.pool.query<{ reason: string; count: number }>(
    'select reason, sum(count)::int as count from unfiled_counts where org_id = $1 and user_id = $2 group by reason',
    [person.orgId, person.actor.id],
  )
  return Object.fromEntries(rows.map(({ reason, count }) => [reason, count]))
}

let emails = 0
type Written = { from: string; to?: string; subject?: string; text?: string; more?: readonly string[]; id?: string }

/** Lines end as they do on the network. */
export function anEmail({
  from,
  to = 'Kim <kim@acme.example>',
  subject = 'Proposal',
  text = 'Hello.',
  more = [],
  id,
}: Written) {
  return [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    'Date: Mon, 23 Nov 2026 10:00:00 +0000',
    `Message-ID: <${id ?? `email-${++emails}@hartwell.example`}>`,
    ...more,
    '',
    ...text.split('\n'),
    '',
  ].join('\r\n')
}
