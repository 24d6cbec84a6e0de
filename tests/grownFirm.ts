// Creates a firm of any size and age with a few statements: managers, targets with history, daily scores, lessons, and
// worksheets.
import { sql } from 'kysely'
import { DEFAULT_ZONE } from '#core/contract/dates.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withoutRls } from '#core/server/database/tx.ts'
import type { Actor } from '#core/sync/protocol.ts'
import { addFirmPeople, addGroup, createFirm } from '#features/admin/operator/server/firms.ts'
import { countedSteps, halfPoints, isHelp, isLate, summed } from '#features/targets/score/server/done.ts'
import { addCategory, addPublishedLesson } from '#features/trainer/lessons/server/publishing.ts'
import { saveWorksheet } from '#features/trainer/worksheets/server/editing.ts'
import { flags } from './flags.ts'

export type GrownSize = {
  people: number
  /** Targets per person: half of them active, one in twenty private, one in ten shared. */
  each: number
  days: number
  lessons: number
  /** People per group. Everyone is in one. */
  inGroup: number
}
export type GrownFirm = { org: string; manager: Actor; group: string; people: Actor[] }

const STEPS = 8

/** Creates a firm with org access whose first person manages all groups. Updates the planner statistics. */
export async function growFirm(database: Database, size: GrownSize): Promise<GrownFirm> {
  const firm = await withoutRls(database, async (tx) => {
    await tx.sql`set local statement_timeout = 0`
    const grown = await addTeam(tx, size)
    await addTargets(tx, grown.org, size)
    await addHistory(tx, grown.org)
    await addDays(tx, grown.org, size)
    await addLearning(tx, grown.org, size)
    return grown
  })
  await database.pool.query('vacuum analyze')
  return firm
}

async function addTeam(tx: Tx, { people: count, inGroup }: GrownSize): Promise<GrownFirm> {
  const org = await createFirm(tx, flags, { name: 'A grown firm', access: 'yes' })
  const named = Array.from({ length: count }, (_, i) => ({
    email: `p${i}@${org}.example`,
    first_name: `Pat ${i % 7}`,
    last_name: `Person ${String(i).padStart(4, '0')}`,
  }))
  const people = await addFirmPeople(tx, org, named)
  const manager = people[0]!
  const groups: string[] = []
  for (let from = 0; from < count; from += inGroup) {
    const members = people.slice(from, from + inGroup).map(({ id }) => id)
    groups.push(await addGroup(tx, org, `Group ${1 + from / inGroup}`, members, [manager.id]))
  }
  return { org, manager, group: groups[0]!, people }
}

/** One in four people has the previous person's companies. Each company has one contact. */
async function addTargets(tx: Tx, org: string, { each, days }: GrownSize): Promise<void> {
  await tx.sql`
    insert into targets (org_id, id, owner_id, company, company_key, contact, contact_email, type, value, goal, status, phase, projected_revenue, revenue,
      lost_reason, is_private, created_at, completed_at, modified_at)
    select ${org}, gen_random_uuid(), p.id, name, lower(name), 'Contact of ' || name, '', (array['client', 'prospect', 'refsource'])[1 + n % 3],
      (array['L', 'M', 'H'])[1 + n % 3], 'Become their counsel', status, 'pursuing', 1000 * (1 + n % 90), case when status = 'completed' then 700 * (1 + n % 90) end,
      '', n % 20 = 7, made, case when status = 'completed' then ended end, ended
    from (select id, (row_number() over (order by email))::int - 1 as at from users where org_id = ${org}) p, generate_series(1, ${each}) n,
    lateral (select 'Halden ' || (case when p.at % 4 = 3 then p.at - 1 else p.at end * ${each} + n) || ' Shipping' as name,
      (array['active', 'completed', 'active', 'lost', 'active', 'completed', 'active', 'archived', 'active', 'deleted'])[1 + n % 10] as status,
      now() - ((n * 7919 + p.at * 104729) % ${days} + 1) * interval '1 day' as made) t,
    lateral (select least(now() - interval '1 hour', made + (10 + n % 90) * interval '1 day') as ended) e
    order by made`
  await tx.sql`
    insert into target_people (org_id, user_id, target_id, share_id, from_id, response, seq, status, due, doc)
    select org_id, owner_id, id, null::uuid, owner_id, 'accepted', row_number() over (partition by owner_id order by id), status,
      case when status = 'active' then current_date - 8 + hashtext(id::text) % 40 end, '"id":"' || id || '","private":' || is_private
    from targets where org_id = ${org}
    union all
    select t.org_id, o.other, t.id, gen_random_uuid(), t.owner_id, 'accepted', 100000 + row_number() over (order by t.id), t.status, null, '"id":"' || t.id || '"'
    from targets t join (select id, lead(id, 1, id) over (order by email) as other from users where org_id = ${org}) o on o.id = t.owner_id and o.other <> o.id
    where t.org_id = ${org} and hashtext(t.id::text) % 10 = 0 and not t.is_private`
  await tx.sql`
    insert into tasks (org_id, target_id, id, user_id, description, help, due, created_at)
    select org_id, target_id, gen_random_uuid(), user_id, 'Send the draft engagement letter', '', due, now() from target_people where org_id = ${org} and due is not null`
  await tx.sql`
    insert into target_keys (org_id, target_id, owner_id, company_key, contact_key, email_key, is_shown)
    select org_id, id, owner_id, company_key, lower(contact), '', true from targets where org_id = ${org} and status in ('active', 'archived') and not is_private`
}

/** Inserts in chronological order, as a table fills. People who share a target do some of its steps. */
async function addHistory(tx: Tx, org: string): Promise<void> {
  // There are no totals yet that late events would invalidate.
  await tx.sql`alter table target_events disable trigger invalidate_daily_totals_of_late`
  await tx.sql`
    insert into target_events (org_id, id, target_id, user_id, person_id, kind, at, data, key, status, dues)
    select ${org}, gen_random_uuid(), id, person, person, kind, at, data, gen_random_uuid(), status, '{}' from (
      select id, owner_id as person, 'targetCreated' as kind, created_at as at, '{}'::jsonb as data, 'active' as status from targets where org_id = ${org}
      union all
      select t.id, case when n % 2 = 0 then coalesce(s.user_id, t.owner_id) else t.owner_id end, 'stepDone', d.at,
        jsonb_build_object('description', 'Send the draft', 'value', t.value, 'due', to_char(d.at + (n % 5 - 1) * interval '1 day', 'YYYY-MM-DD')), 'active'
      from targets t left join target_people s on s.org_id = t.org_id and s.target_id = t.id and s.share_id is not null, generate_series(1, ${STEPS}) n,
      lateral (select t.created_at + n * (case when t.status = 'active' then now() else t.modified_at end - t.created_at) / ${STEPS + 1} as at) d
      where t.org_id = ${org}
      union all
      select id, owner_id, case status when 'completed' then 'targetWon' when 'lost' then 'targetLost' when 'archived' then 'targetHeld' else 'targetTrashed' end,
        modified_at, '{}', status from targets where org_id = ${org} and status <> 'active') happened
    order by at`
  await tx.sql`alter table target_events enable trigger invalidate_daily_totals_of_late`
}

/** Stores a score and totals for each person and day, as the nightly job would. */
async function addDays(tx: Tx, org: string, { days }: GrownSize): Promise<void> {
  await tx.setOrg(org)
  await tx.sql`
    with made as (
      select u.id, (now() at time zone o.time_zone)::date - n as day, 20 + abs(hashtext(u.id::text || n)) % 60 as score, 20 + abs(hashtext(u.id::text || n)) % 70 as own_score
      from generate_series(${days + 2}::int, 1, -1) n, users u join orgs o on o.id = u.org_id where u.org_id = ${org}),
    done as (
      select e.person_id as id, (e.at at time zone o.time_zone)::date as day, count(*) as events, count(*) filter (where e.kind = 'stepDone') as steps,
        count(e.due) filter (where e.kind = 'stepDone') as dated, count(*) filter (where e.kind = 'stepDone' and ${isLate(DEFAULT_ZONE)}) as late,
        count(*) filter (where e.kind = 'stepDone' and ${isHelp}) as helping, sum(${halfPoints(DEFAULT_ZONE)}) as half_points
      from target_events e join orgs o on o.id = e.org_id join targets t on t.org_id = e.org_id and t.id = e.target_id and not t.is_private where e.org_id = ${org} group by 1, 2)
    insert into score_days (org_id, user_id, day, score, own_score, ${sql.join(summed.map((column) => sql.ref(column)))})
    select ${org}, m.id, m.day, m.score, m.own_score, ${sql.join(countedSteps.map((kind) => sql`coalesce(sum(d.${sql.ref(kind)}) over days, 0)`))},
      sum(m.score) over days, count(m.score) over days
    from made m left join done d on d.id = m.id and d.day = m.day window days as (partition by m.id order by m.day)
    order by m.day, m.id`
  await tx.sql`
    insert into score_clocks (org_id, user_id, through, summed)
    select u.org_id, u.id, yesterday, yesterday from users u join orgs o on o.id = u.org_id, lateral (select (now() at time zone o.time_zone)::date - 1 as yesterday) y where u.org_id = ${org}`
}

/** Everyone has watched two of three lessons, half of those completely, and filled half of the worksheets. */
async function addLearning(tx: Tx, org: string, { lessons }: GrownSize): Promise<void> {
  const categoryId = await addCategory(tx, { name: 'Starting', description: '', position: 1 })
  for (let number = 1; number <= lessons; number++) {
    const words = { description: '', homework: '', handle: `grown-${number}`, transcript: '' }
    const lesson = await addPublishedLesson(tx, {
      ...words,
      ...{ title: `Lesson ${number}`, categoryId, number, position: number, seconds: 1800 },
    })
    await saveWorksheet(tx, lesson, {
      instructions: '',
      questions: [{ text: 'What is next?' }],
      parameters: Array.from({ length: 9 }, (_, i) => ({ text: `Client ${i}` })),
    })
  }
  await tx.sql`
    insert into lesson_progress (org_id, user_id, lesson_id, ranges, seconds, resume, watched_at, done_at, seq)
    select u.org_id, u.id, l.id, '[[0, 300], [600, 900]]', 600, 900, now() - l.number * interval '20 days', case when (l.number + u.at) % 3 = 1 then now() - l.number * interval '20 days' end, l.number
    from (select org_id, id, row_number() over (order by email) as at from users where org_id = ${org}) u cross join lessons l where (l.number + u.at) % 3 > 0`
  await tx.sql`
    insert into worksheet_answers (org_id, user_id, worksheet_id, seq)
    select u.org_id, u.id, w.id, 1 from users u cross join worksheets w where u.org_id = ${org} and hashtext(u.id::text || w.id) % 2 = 0`
  await tx.sql`
    insert into worksheet_cells (org_id, user_id, worksheet_id, version, name, value, at)
    select org_id, user_id, worksheet_id, 1, 'p' || n || '.q1', 'Yes', now() from worksheet_answers, generate_series(1, 9) n where org_id = ${org}`
}
