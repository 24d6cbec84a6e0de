// Contacts: making those of 8,000 existing Targets beside traffic, and finding one among 100,000.
import { setTimeout as pause } from 'node:timers/promises'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { runTask } from '#core/server/work/work.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { listContacts } from '#features/contacts/server/list.ts'
import { makeContacts } from '#features/contacts/server/makeContacts.ts'
import { insertContacts } from '#features/contacts/server/records.ts'
import { readContact } from '#features/contacts/server/store.ts'
import { startPostgres } from '#tools/postgres.ts'
import { percentile, print } from './support/figures.ts'
import { fillFirm, openReady } from './support/firm.ts'
import { companyName, personName } from './support/names.ts'

const [PEOPLE, EACH, CONTACTS, SEARCHES] = [40, 200, 100_000, 300]

await using postgres = await startPostgres({ settings: { shared_buffers: '512MB', max_wal_size: '8GB' } })
const database = await openReady({ url: postgres.url })
const { orgId, members } = await fillFirm(database, { people: PEOPLE, each: EACH, signedIn: PEOPLE })
await withoutRls(database, async (tx) => {
  // As a process of the previous version left them.
  await tx.sql`delete from target_contacts where org_id = ${orgId}`
  await tx.sql`update target_people set doc = regexp_replace(doc, '"contacts":[[][^]]*[]],', '') where org_id = ${orgId}`
  await tx.sql`update orgs set access = 'yes', contacts_after = '00000000-0000-0000-0000-000000000000' where id = ${orgId}`
})

const reads: number[] = []
const traffic = new AbortController()
const reading = (async () => {
  for (let i = 0; !traffic.signal.aborted; i++) {
    const from = performance.now()
    const { id } = members[i % members.length]!.actor
    await withOrg(
      database,
      orgId,
      (tx) =>
        tx.sql`select doc from target_people where org_id = ${orgId} and user_id = ${id} and status = 'active' and not gone`,
    )
    reads.push(performance.now() - from)
    await pause(5)
  }
})()
const from = performance.now()
await runTask({ database, work: makeContacts, input: { orgId }, signal: traffic.signal, onDone: () => undefined })
const seconds = (performance.now() - from) / 1000
traffic.abort()
await reading
print({
  name: 'contacts of 8,000 existing Targets, made beside traffic',
  value: seconds,
  unit: 's',
  goal: { most: 60 },
  detail: `a list read beside it took ${percentile(reads, 0.95).toFixed(1)} ms at p95`,
})

const [manager, member] = [members[0]!.actor, members[1]!.actor]
await fillContacts()
const org = { id: orgId, access: 'yes', zone: 'America/Los_Angeles' } as never
for (const [who, actor, seen] of [
  ['a manager of everyone', manager, 'all'],
  ['a person', member, 'their own'],
] as const) {
  const times = { list: [] as number[], read: [] as number[] }
  for (let i = 0; i < SEARCHES; i++)
    await withOrg(database, orgId, async (tx) => {
      const q = personName(i).first_name.slice(0, 1 + (i % 5))
      const timed = async <T>(name: keyof typeof times, work: () => Promise<T>): Promise<T> => {
        const began = performance.now()
        const answer = await work()
        times[name].push(performance.now() - began)
        return answer
      }
      const { contacts } = await timed('list', () => listContacts(tx, { actor, org }, { q }))
      if (contacts[0]) await timed('read', () => readContact(tx, { actor, org }, contacts[0]!.id))
    })
  print({
    name: `contacts by the beginning of a name, 100,000 in the firm: ${who}, p95`,
    value: percentile(times.list, 0.95),
    unit: 'ms',
    goal: { most: 30 },
    detail: `${percentile(times.list, 0.5).toFixed(1)} ms at p50, one to five letters, who sees ${seen}`,
  })
  print({
    name: `one contact of 100,000: ${who}, p95`,
    value: percentile(times.read, 0.95),
    unit: 'ms',
    goal: { most: 30 },
  })
}
for (const [name, filters] of [
  ['of one company', (i: number) => ({ company: companyName(i * 37) })],
  ['without a touch', () => ({ touched: 'never' as const })],
  ['with a role that none has', () => ({ role: 'Gatekeeper' })],
] as const) {
  const times: number[] = []
  for (let i = 0; i < SEARCHES / 10; i++)
    await withOrg(database, orgId, async (tx) => {
      const began = performance.now()
      await listContacts(tx, { actor: manager, org }, filters(i))
      times.push(performance.now() - began)
    })
  print({
    name: `contacts ${name}, 100,000 in the firm: a manager of everyone, p95`,
    value: percentile(times, 0.95),
    unit: 'ms',
    detail: `${percentile(times, 0.5).toFixed(1)} ms at p50`,
  })
}
await database.close()

/** Each is kept by a person whom the first one manages, as if on one of their Targets. */
async function fillContacts(): Promise<void> {
  const people: Actor[] = members.map(({ actor }) => actor)
  for (let begun = 0; begun < CONTACTS; begun += 5000)
    await withoutRls(database, async (tx) => {
      await tx.setOrg(orgId)
      const added = Array.from({ length: 5000 }, (_, i) => {
        return {
          id: newId(),
          ...personName(begun + i),
          title: '',
          company: companyName((begun + i) % 20_000),
          emails: [`contact${begun + i}@bench.example`],
          phones: [],
          note: '',
          isPrivate: false,
          keptBy: null,
          at: '2026-11-29T09:00:00.000Z',
        }
      })
      await insertContacts(tx, added)
      const seen = JSON.stringify(
        added.map(({ id }, i) => ({
          id,
          user_id: people[(begun + i) % people.length]!.id,
          seq: begun + i + 1_000_000,
        })),
      )
      await tx.sql`
        insert into contact_people (org_id, user_id, contact_id, seq, gone, is_shown)
        select ${orgId}::uuid, r.user_id, r.id, r.seq, false, true from jsonb_to_recordset(${seen}::jsonb) as r (id uuid, user_id uuid, seq bigint)`
    })
  await database.pool.query('vacuum analyze')
}
