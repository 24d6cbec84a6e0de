// A server that is killed while emails arrive loses none that it confirmed, and files none twice.
import { generateKeyPairSync } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { dkimSign } from 'mailauth/lib/dkim/sign.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AnyRoute, addressOf, type RouteInput } from '#core/contract/route.ts'
import { migrate } from '#core/server/database/migrate.ts'
import { openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { openSession } from '#core/server/sessions.ts'
import { clientHeaders } from '#core/server/testing/calls.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { routes as targets } from '#features/targets/routesContract.ts'
import { aTarget } from '#features/targets/samples.ts'
import { routes } from '#features/touches/contract.ts'
import { type Filing, filingRoutes } from '#features/touches/filing/contract.ts'
import { anEmail, DOMAIN } from '#features/touches/filing/testing/filingServer.ts'
import { deliver } from '#features/touches/filing/testing/smtpClient.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { flags } from '#tests/flags.ts'
import { type RunningServer, SECRET, startServer } from '#tests/server.ts'
import { startNameServer } from '#tests/signOn/nameServer.ts'
import { freePort } from '#tools/postgres.ts'

const EMAILS = 1000
const KILLS = 20
/** The limits of one hour leave each person and firm room for a few repetitions. */
const FIRMS = 3
const PEOPLE = 25
const SENDERS = 4

type Person = { email: string; token: string; address: string; contact: string }

let directory: string
/** Null on the embedded database. */
let postgres: Awaited<ReturnType<typeof makePostgresDatabase>>
let server: RunningServer
let names: Awaited<ReturnType<typeof startNameServer>>
let ports: { http: number; smtp: number }
const people: Person[] = []
const openIt = () =>
  openDatabase(postgres ? { url: postgres.url, poolSize: 1 } : { directory: join(directory, 'database') })
const start = () =>
  startServer({
    directory,
    port: ports.http,
    environment: {
      ...SECRET,
      ...(postgres && { DATABASE_URL: postgres.url }),
      PURSUIT_DEMO: '0',
      PURSUIT_FILING_DOMAIN: DOMAIN,
      PURSUIT_FILING_PORT: `127.0.0.1:${ports.smtp}`,
      PURSUIT_DNS_SERVERS: names.address,
    },
  })

async function call<T>(person: Person, route: AnyRoute, input: RouteInput = {}): Promise<T> {
  const body = input.body === undefined ? undefined : JSON.stringify(input.body)
  const answer = await fetch(server.url + addressOf(route, input), {
    method: route.method,
    headers: { ...clientHeaders(person.token), ...(body && { 'content-type': 'application/json' }) },
    body,
  })
  const text = await answer.text()
  expect(answer.ok, text).toBe(true)
  return JSON.parse(text) as T
}

beforeAll(async () => {
  directory = mkdtempSync(join(tmpdir(), 'pursuit-filing-kill-'))
  names = await startNameServer()
  ports = { http: await freePort(), smtp: await freePort() }
  postgres = await makePostgresDatabase()
  const database = await openIt()
  if (!postgres) await migrate(database)
  await withoutRls(database, async (tx) => {
    for (let i = 0; i < FIRMS; i++) {
      const firm = await createFirm(tx, flags, { name: `Killed ${i}` })
      const count = Math.ceil((PEOPLE - people.length) / (FIRMS - i))
      const given = Array.from({ length: count }, (_, n) => ({
        email: `p${n}@firm${i}.example`,
        first_name: 'Pat',
        last_name: `No${n}`,
        role: 'member' as const,
      }))
      for (const [n, { id }] of (await addFirmPeople(tx, firm, given)).entries())
        people.push({
          email: given[n]!.email,
          token: await openSession(tx, firm, id),
          address: '',
          contact: `jane${n}@client${i}.example`,
        })
    }
  })
  await database.close()
  server = await start()
  for (const person of people) {
    person.address = (await call<Filing>(person, filingRoutes.read)).address
    const body = aTarget({ company: `Client of ${person.email}`, contact: 'Jane Doe', contact_email: person.contact })
    await call(person, targets.create, { body })
  }
}, 120_000)
afterAll(async () => {
  await server.kill()
  await names.stop()
  await postgres?.drop()
  rmSync(directory, { recursive: true, force: true })
})

test('files each confirmed email once through kill -9, and a second arrival changes nothing', {
  timeout: 900_000,
}, async () => {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', {
    modulusLength: 2048,
    publicKeyEncoding: { type: 'spki', format: 'der' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  })
  for (let i = 0; i < FIRMS; i++)
    names.texts.set(`s1._domainkey.firm${i}.example`, [`v=DKIM1; k=rsa; p=${publicKey.toString('base64')}`])
  const emails = await Promise.all(
    Array.from({ length: EMAILS }, async (_, n) => {
      const person = people[n % PEOPLE]!
      const signingDomain = person.email.split('@')[1]!
      const plain = anEmail({ from: person.email, to: person.contact, id: `killed-${n}@${signingDomain}` })
      const signature = { signingDomain, selector: 's1', privateKey }
      const { signatures } = await dkimSign(plain, { ...signature, signatureData: [signature] })
      return { from: person.email, to: person.address, text: `${signatures}${plain}` }
    }),
  )

  let confirmed = 0
  const waiting = [...emails]
  /** Repeats an email until it's confirmed, as a mail server does. */
  async function send(email: (typeof emails)[number]) {
    for (;;) {
      const said = await deliver(ports.smtp, email, email.text).catch(() => 'closed')
      if (said.startsWith('250')) break
      expect(said).toMatch(/^(closed|421|451)/)
      await pause(50)
    }
    confirmed++
  }
  async function sendRest() {
    for (let email = waiting.shift(); email; email = waiting.shift()) await send(email)
  }
  async function killAgain() {
    for (let kill = 1; kill <= KILLS; kill++) {
      while (confirmed < (EMAILS / (KILLS + 1)) * kill) await pause(5)
      await server.kill()
      server = await start()
    }
  }
  await Promise.all([killAgain(), ...Array.from({ length: SENDERS }, sendRest)])
  for (const email of emails.slice(0, 2 * PEOPLE)) await send(email)
  await expect.poll(stillWaiting, { timeout: 120_000 }).toBe(0)
  await server.stop()

  const database = await openIt()
  const { rows } = await withoutRls(
    database,
    (tx) => tx.sql`
        select (select count(*)::int from touches) as touches, (select count(distinct (user_id, message_id))::int from touches) as different,
          (select count(*)::int from touch_contacts) as contacts, (select count(*)::int from filed_messages where state = 'filed') as filed,
          (select count(*)::int from notifications where kind = 'emails_filed') as lines`,
  )
  await database.close()
  expect(rows).toEqual([{ touches: EMAILS, different: EMAILS, contacts: EMAILS, filed: EMAILS, lines: EMAILS }])
})

/** Emails that people can't see on a Target yet. */
async function stillWaiting(): Promise<number> {
  let seen = 0
  for (const person of people) {
    let after: string | undefined
    do {
      const page = await call<{ touches: unknown[]; cursor: string | null }>(person, routes.list, { query: { after } })
      seen += page.touches.length
      after = page.cursor ?? undefined
    } while (after)
  }
  return EMAILS - seen
}
