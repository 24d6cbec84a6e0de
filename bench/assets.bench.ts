// Search in 1,000 PDFs of 20 pages, of which a person can open half, next to another firm with as many.
import pg from 'pg'
import { withOrg, withoutRls } from '#core/server/database/tx.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { createFirm } from '#features/admin/operator/server/firms.ts'
import { findPages } from '#features/assets/server/search.ts'
import { flags } from '#tests/flags.ts'
import { startPostgres } from '#tools/postgres.ts'
import { median, print } from './support/figures.ts'
import { openReady } from './support/firm.ts'

const [FILES, PAGES, WORDS, VOCABULARY] = [1000, 20, 250, 20_000]
const ROUNDS = 60

await using postgres = await startPostgres()
const database = await openReady({ url: postgres.url })
const hand = new pg.Client({ connectionString: postgres.url, options: '-c session_replication_role=replica' })
hand.on('error', () => {})
await hand.connect()
const orgs: string[] = []
const reader = '00000000-0000-7000-8000-00000000aaaa'
for (const name of ['Hartwell & Stone LLP', 'Brook & Vale'])
  orgs.push(await withoutRls(database, (tx) => createFirm(tx, flags, { name })))
for (const org of orgs) await fill(org)
await hand.query('vacuum analyze')
await hand.end()

const session = { actor: { id: reader, role: 'member' }, user: { settings: {} } } as unknown as SignedInSession
/** Word frequencies follow a language's: the first words occur on most pages. */
const asked = { rare: 'word9000', usual: 'word300', common: 'word3', two: 'word40 word77' }
const times = Object.fromEntries(Object.keys(asked).map((name) => [name, [] as number[]]))
for (let i = 0; i < ROUNDS; i++)
  for (const [name, words] of Object.entries(asked)) {
    const from = performance.now()
    const found = await withOrg(database, orgs[0]!, (tx) => findPages(tx, session, words, false), { isQuiet: true })
    times[name]!.push(performance.now() - from)
    if (found.length === 0) throw new Error(`Nothing was found for ${words}.`)
  }
await database.close()

for (const [name, all] of Object.entries(times))
  print({
    name: `search in ${FILES} PDFs of ${PAGES} pages, ${name} words`,
    value: median(all),
    unit: 'ms',
    goal: { most: 50 },
    detail: `p50 of ${ROUNDS}, slowest ${Math.max(...all).toFixed(0)} ms, with snippets`,
  })

async function fill(org: string): Promise<void> {
  await hand.query(
    `insert into assets (org_id, id, name, file_id, version, pages, everyone)
     select $1, gen_random_uuid(), 'Asset ' || n, gen_random_uuid(), 1, $2, n % 4 = 0 from generate_series(1, $3::int) n`,
    [org, PAGES, FILES],
  )
  await hand.query(
    `insert into asset_people (org_id, asset_id, user_id) select org_id, id, $2 from assets
     where org_id = $1 and substr(name, 7)::int % 4 = 1`,
    [org, reader],
  )
  await hand.query(
    `insert into asset_pages (org_id, asset_id, version, page, text, words)
     select t.org_id, t.id, 1, t.page, t.text, to_tsvector('english', t.text) || array_to_tsvector(array['org' || t.org_id]) from (
       select a.org_id, a.id, p.page, (select string_agg('word' || floor($3::int * power(random(), 3) + 0 * (p.page + ascii(a.name) + w))::int, ' ') from generate_series(1, $4::int) w) as text
       from assets a cross join generate_series(1, $2::int) as p (page) where a.org_id = $1) t`,
    [org, PAGES, VOCABULARY, WORDS],
  )
}
