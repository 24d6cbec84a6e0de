// Keeps the facts of each day and firm exactly once, with two schedulers at a time that are killed in the middle.
import { setTimeout } from 'node:timers/promises'
import { afterEach, expect, test, vi } from 'vitest'
import { addDays, DEFAULT_ZONE, dayIn } from '#core/contract/dates.ts'
import { type Database, openDatabase } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { addFirmPeople, createFirm } from '#features/admin/operator/server/firms.ts'
import { makePostgresDatabase } from '#tests/database.ts'
import { flags } from '#tests/flags.ts'
import { startProcess } from './killable.ts'

/** `npm run test:crash` uses more. Two processes are killed each day. */
const KILLS = Number(process.env.KILLS ?? 8)
const DAYS = Math.ceil(KILLS / 2) + 1
const [FIRMS, TARGETS] = [8, 1500]
const PATIENCE = { timeout: 60_000, interval: 2 }

vi.setConfig({ testTimeout: 90_000 + DAYS * 15_000 })

const cleanUp: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const clean of cleanUp.splice(0).reverse()) await clean()
})

async function aDatabase() {
  const postgres = (await makePostgresDatabase())!
  cleanUp.push(postgres.drop)
  const database = await openDatabase({ url: postgres.url, poolSize: 3 })
  cleanUp.push(() => database.close())
  return { url: postgres.url, database }
}

const addFirms = (database: Database) =>
  withoutRls(database, async (tx) => {
    for (let at = 0; at < FIRMS; at++) {
      const org = await createFirm(tx, flags, { name: `Firm ${at}` })
      await addFirmPeople(tx, org, [{ email: `pat@firm${at}.example`, first_name: 'Pat', last_name: 'Number' }])
      await tx.sql`
        insert into targets (org_id, id, owner_id, company, contact, contact_email, type, value, goal, status, phase, projected_revenue, lost_reason, is_private,
          created_at, modified_at, expected_close, chance)
        select ${org}, gen_random_uuid(), u.id, 'Halden ' || n, 'Pat', '', 'prospect', 'M', 'Win', 'active', 'pursuing', 1000 * n, '', n % 20 = 7, now(), now(), '2027-05', 10 * (n % 10)
        from users u, generate_series(1, ${TARGETS}) n where u.org_id = ${org}`
    }
  })

/** A third of the Targets change, so that the next day has other facts. */
const changeSome = ({ pool }: Database) =>
  pool.query(`
    update targets set projected_revenue = (projected_revenue + random() * 1000)::int, chance = 10 * floor(random() * 11),
      expected_close = case when random() < 0.1 then null else '2027-0' || 1 + floor(random() * 9) end, status = case when random() < 0.1 then 'lost' else 'active' end
    where random() < 0.34`)

/** Each kept day becomes the one before, so that today is to be kept again. In two steps, because days are unique. */
async function passDay({ pool }: Database): Promise<void> {
  for (const days of [-100_001, 100_000]) {
    await pool.query('update forecast_days set day = day + $1::int', [days])
    await pool.query('update forecast_facts set since = since + $1::int, until = until + $1::int', [days])
  }
}

const firmsKept = async ({ pool }: Database, day: string): Promise<number> =>
  (await pool.query<{ count: number }>('select count(*)::int as count from forecast_days where day = $1', [day]))
    .rows[0]!.count

const COLUMNS = 'org_id, target_id, owner_id, is_private, amount::float8 as amount, chance, expected_close'
/** The facts of a day as texts, one for each row, so that a Target kept twice is there twice. */
const factsOf = async ({ pool }: Database, day: string): Promise<string[]> =>
  (
    await pool.query(
      `select ${COLUMNS} from forecast_facts where since <= $1::date and (until is null or until > $1::date) order by org_id, target_id`,
      [day],
    )
  ).rows.map((row) => JSON.stringify(row))
/** Facts that today must have. */
const truth = async ({ pool }: Database): Promise<string[]> =>
  (
    await pool.query(
      `select ${COLUMNS.replace('target_id', 'id as target_id').replace('amount::', 'projected_revenue::')} from targets
       where status = 'active' and expected_close is not null order by org_id, id`,
    )
  ).rows.map((row) => JSON.stringify(row))

test(`keeps each day once through ${2 * (DAYS - 1)} kills (-9) of two schedulers`, async () => {
  const { url, database } = await aDatabase()
  await addFirms(database)
  const start = () => {
    const keeper = startProcess('tests/faults/forecastKeeper.ts', { KEEPER_URL: url })
    cleanUp.push(() => keeper.end('SIGKILL'))
    return keeper
  }
  const expected: string[][] = []
  const interrupted: number[] = []
  for (let round = 0; round < DAYS; round++) {
    await passDay(database)
    await changeSome(database)
    const today = dayIn(DEFAULT_ZONE, new Date())
    expected.unshift(await truth(database))
    if (round < DAYS - 1) {
      const running = [start(), start()]
      const enough = round === 0 ? 0 : Math.floor(Math.random() * (FIRMS - 1))
      await vi.waitUntil(async () => (await firmsKept(database, today)) > enough, PATIENCE)
      for (const one of running) {
        await one.end('SIGKILL')
        await setTimeout(Math.random() * 30)
      }
      interrupted.push(await firmsKept(database, today))
    }
    const last = [start(), start()]
    await vi.waitUntil(async () => (await firmsKept(database, today)) === FIRMS, PATIENCE)
    for (const one of last) await one.until('kept')
    for (const one of last) await one.end('SIGKILL')
    // Earlier days stay as they were.
    for (const [before, facts] of expected.entries()) {
      const day = addDays(today, -before)
      expect([day, await firmsKept(database, day)]).toEqual([day, FIRMS])
      expect([day, await factsOf(database, day)]).toEqual([day, facts])
    }
  }
  // At least one kill came when some firms had been kept, and others hadn't.
  expect(interrupted.some((kept) => kept > 0 && kept < FIRMS)).toBe(true)
})

test('keeps no day during which no server ran', async () => {
  const { url, database } = await aDatabase()
  await addFirms(database)
  const keep = async () => {
    const keeper = startProcess('tests/faults/forecastKeeper.ts', { KEEPER_URL: url })
    cleanUp.push(() => keeper.end('SIGKILL'))
    await keeper.until('kept')
    await keeper.end('SIGKILL')
  }
  await keep()
  for (let day = 0; day < 3; day++) await passDay(database)
  await keep()
  const today = dayIn(DEFAULT_ZONE, new Date())
  const kept = await Promise.all([0, -1, -2, -3].map((days) => firmsKept(database, addDays(today, days))))
  expect(kept).toEqual([FIRMS, 0, 0, FIRMS])
})
