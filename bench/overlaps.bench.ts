// The overlap check of one target in a firm with 1,000,000 open targets, against one with 10,000.
import pg from 'pg'
import { withOrg } from '#core/server/database/tx.ts'
import { newId } from '#core/server/ids.ts'
import { keysOf } from '#features/targets/overlaps/overlaps.ts'
import { startPostgres } from '#tools/postgres.ts'
import { median, print } from './support/figures.ts'
import { openReady } from './support/firm.ts'

const [SMALL, LARGE] = [10_000, 1_000_000]
/** Colleagues per company who pursue it. */
const EACH = 5
const CHECKS = 400

await using postgres = await startPostgres({ settings: { shared_buffers: '512MB', max_wal_size: '8GB' } })
const database = await openReady({ url: postgres.url })
// The rows are valid, so foreign key checks are skipped.
const hand = new pg.Client({ connectionString: postgres.url, options: '-c session_replication_role=replica' })
await hand.connect()
const firms = { small: await fill(SMALL), large: await fill(LARGE) }
await hand.query('vacuum analyze')
await hand.end()

type Firm = { orgId: string; targets: number; ask: string }
const times: Record<'known' | 'typed' | 'misspelt', Record<keyof typeof firms, number[]>> = {
  known: { small: [], large: [] },
  typed: { small: [], large: [] },
  misspelt: { small: [], large: [] },
}
for (let i = 0; i < CHECKS; i++)
  for (const size of ['small', 'large'] as const) {
    const { orgId, targets, ask } = firms[size]
    await withOrg(database, orgId, async (tx) => {
      const at = (i * 7919) % targets
      const { rows } = await tx.sql<{ id: string; company: string }>`
        select id, company from targets where org_id = ${orgId} and id = ${targetId(at)}`
      const { id, company } = rows[0]!
      const timed = async (name: keyof typeof times, work: () => Promise<unknown>) => {
        const from = performance.now()
        await work()
        times[name][size].push(performance.now() - from)
      }
      await timed('known', () => tx.sql`select overlapping_target(${orgId}, ${id})`)
      for (const [name, text] of [
        ['typed', `${company}, Inc.`],
        ['misspelt', company.slice(0, 3) + company.slice(4)],
      ] as const) {
        const keys = keysOf({ company: text, contact: `Pat ${at}`, contact_email: `pat${at}@example.com` })
        await timed(
          name,
          () =>
            tx.sql`select overlapping(${orgId}, ${ask}, near_companies(${orgId}, ${keys.company}, ${keys.spellings}::text[]), ${keys.contact}, ${keys.email})`,
        )
      }
    })
  }
await database.close()

for (const [name, { small, large }] of Object.entries(times))
  print({
    name: `overlaps of a target, ${name}: 1,000,000 in the firm to 10,000`,
    value: median(large) / median(small),
    unit: '×',
    goal: { most: 1.5 },
    detail: `${median(large).toFixed(2)} ms to ${median(small).toFixed(2)} ms, p50 of ${CHECKS}`,
  })

function targetId(n: number): string {
  return `00000000-0000-7000-8000-${n.toString(16).padStart(12, '0')}`
}

/** Inserts rows as saving would store them. */
async function fill(targets: number): Promise<Firm> {
  const [orgId, owner, ask] = [newId(), newId(), newId()]
  const run = (text: string) => hand.query(text)
  await hand.query(
    `insert into orgs (id, name, subscriptions) values ($1, 'Bench', '{"targets":{"on":"yes","features":{"overlaps":"yes"}}}')`,
    [orgId],
  )
  await run(`insert into users (org_id, id, email, first_name, last_name, role)
    select '${orgId}', id::uuid, id || '@bench.example', 'Pat', 'Number', 'member' from unnest(array['${owner}', '${ask}']) as id`)
  await run(`create temp table names as
    select n, translate(substr(md5((n / 7)::text), 1, 9), '0123456789', 'ghijklmnop') || ' ' || translate(substr(md5((n % 211)::text || 'b'), 1, 6), '0123456789', 'qrstuvwxyz') as name
    from generate_series(0, ${targets / EACH - 1}) as n`)
  await run(`insert into targets (org_id, id, owner_id, company, contact, contact_email, type, value, goal, status, phase, lost_reason, is_private, created_at, modified_at)
    select '${orgId}', ('00000000-0000-7000-8000-' || lpad(to_hex(t), 12, '0'))::uuid, '${owner}', n.name, 'Pat ' || t, 'pat' || t || '@example.com', 'prospect', 'M', 'Win', 'active', 'pursuing', '', false, now(), now()
    from generate_series(0, ${targets - 1}) as t join names n on n.n = t / ${EACH}`)
  await run(
    `insert into target_keys select '${orgId}', t.id, t.owner_id, t.company, lower(t.contact), t.contact_email, true from targets t where t.org_id = '${orgId}'`,
  )
  await run(`insert into target_lookups
    select k.org_id, l.key, k.target_id, k.owner_id from target_keys k
    cross join lateral (values ('c:' || k.company_key), ('p:' || k.contact_key), ('e:' || k.email_key)) as l (key) where k.org_id = '${orgId}'`)
  await run(`insert into company_near select '${orgId}', name, name from names on conflict do nothing`)
  await run(`insert into company_spellings
    select distinct '${orgId}'::uuid, hashtextextended(s, 0), name from names cross join lateral (
      select '-' || left(name, i) || substr(name, i + 2) as s from generate_series(1, 8) as i
      union all select '-' || name union all select '=' || replace(name, ' ', '')) spelt`)
  await run('drop table names')
  return { orgId, targets, ask }
}
