// Seeds the demo firm's PDFs once the server is running, as if shared over a year.
import { addDays, instantOf } from '#core/contract/dates.ts'
import type { Database } from '#core/server/database/open.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import type { DemoPart } from '#core/server/demo/demo.ts'
import { print } from '#core/server/demo/print.ts'
import { type FileChanges, type Files, filesOf, type Placed } from '#core/server/files/store.ts'
import type { Actor } from '#core/sync/protocol.ts'
import type { AssetInput } from '../../contract.ts'
import { type AssetContent, placedIn } from '../../server/content.ts'
import { insertAsset, replaceContent } from '../../server/writing.ts'
import { demoPdfs } from '../demoPdfs.ts'
import type { DemoAccess, Paper } from '../paper.ts'
import { assetImage } from './picture.ts'

/** Advisory lock that serializes servers which start together. */
const SEED = 20_681
/** Accounts that shared the PDFs, and the manager of their group. */
const [ADMIN, MORGAN] = ['admin@hartwell.example', 'morgan@hartwell.example']
/** Days after which a PDF was replaced. */
const REVISED = 25

export const demoAssets: DemoPart = { place: storeDemoPdfs }

type Firm = { orgId: string; zone: string; today: string; people: ReadonlyMap<string, Actor>; groups: string[] }
type Printed = { paper: Paper; contents: { content: AssetContent; at: string }[] }

/** Seeds the demo firm, unless it already has assets. */
export async function storeDemoPdfs(database: Database): Promise<void> {
  const firm = await findFirm(database)
  if (!firm) return
  const files = filesOf(database)
  const printed: Printed[] = []
  for (const paper of demoPdfs) printed.push(await printOne(files, firm, paper))
  const placed = printed
    .flatMap(({ contents }) => contents)
    .flatMap(({ content: { placed, thumbnail } }): Placed[] => (thumbnail ? [placed, thumbnail] : [placed]))
  await files.change(firm.orgId, placed, async (change) => {
    await change.tx.sql`select pg_advisory_xact_lock(${SEED})`
    if ((await change.tx.sql`select from assets limit 1`).rows.length > 0) return
    for (const one of printed) await share(change, firm, one)
  })
}

async function findFirm(database: Database): Promise<Firm | undefined> {
  return withoutRls(database, async (tx) => {
    const { rows: firms } = await tx.sql<{ id: string; zone: string; today: string }>`
      select o.id, o.time_zone as zone, to_char(now() at time zone o.time_zone, 'YYYY-MM-DD') as today
      from users u join orgs o on o.id = u.org_id
      where u.email = ${ADMIN} and not exists (select 1 from assets a where a.org_id = o.id)`
    const found = firms[0]
    if (!found) return undefined
    const { rows: people } = await tx.sql<Actor & { email: string }>`
      select id, email, first_name, last_name, role from users where org_id = ${found.id}`
    const { rows: groups } = await tx.sql<{ id: string }>`
      select g.group_id as id from group_managers g join users u on u.org_id = g.org_id and u.id = g.user_id
      where g.org_id = ${found.id} and u.email = ${MORGAN}`
    const byEmail = new Map(people.map(({ email, ...actor }) => [email, actor]))
    return { orgId: found.id, ...found, people: byEmail, groups: groups.map(({ id }) => id) }
  })
}

async function printOne(files: Files, { orgId, zone, today }: Firm, paper: Paper): Promise<Printed> {
  const texts = paper.earlier === undefined ? [paper.text] : [paper.earlier, paper.text]
  const contents: Printed['contents'] = []
  for (const [version, text] of texts.entries()) {
    const at = instantOf(zone, `${addDays(today, version * REVISED - paper.daysAgo)} 10:30:00`)
    const { pdf, texts: pages } = await print(paper.name, text, at)
    const thumbnail = text === paper.text ? await assetImage(paper.name) : null
    const made = { pdf, thumbnail, texts: pages, pages: pages.length }
    contents.push({ content: await placedIn(files, orgId, `${paper.name}.pdf`, made), at })
  }
  return { paper, contents }
}

async function share(change: FileChanges, { people, groups }: Firm, { paper, contents }: Printed): Promise<void> {
  const actor = people.get(ADMIN)!
  const [first, ...later] = contents
  const input = { ...accessOf(paper.to, people, groups), name: paper.name, tags: [...paper.tags] }
  const care = { owner_id: null, review_on: null }
  const id = await insertAsset(change, { me: actor.id, now: first!.at }, { ...input, ...care }, first!.content)
  for (const { content, at } of later) await replaceContent(change, { session: { actor }, now: at }, id, content, null)
  await open(change, id, paper.name.length)
}

/** Records readings by about a third of the audience, some repeated. `turn` varies them per PDF. */
const open = ({ tx }: FileChanges, id: string, turn: number) =>
  tx.sql`
    insert into asset_readers (org_id, asset_id, user_id, version, times, first_at, last_at)
    select a.org_id, a.id, u.id, a.version, 1 + (u.n + ${turn}) % 4, f.at, least(now(), f.at + make_interval(days => ((u.n + ${turn}) % 4 * 3)::int))
    from assets a
    join (select org_id, id, row_number() over (order by email) as n from users where role <> 'operator' and deactivated_at is null) u
      on u.org_id = a.org_id and (u.n + ${turn}) % 3 = 0 and may_open_asset(a.org_id, a.id, u.id)
    cross join lateral (select least(now(), a.modified_at + make_interval(days => (1 + u.n % 9)::int)) as at) f
    where a.id = ${id} returning 1`

function accessOf(
  to: DemoAccess,
  people: Firm['people'],
  groups: string[],
): Pick<AssetInput, 'users_access' | 'groups_access' | 'everyone'> {
  if (to === 'everyone') return { users_access: [], groups_access: [], everyone: true }
  if (to === 'group') return { users_access: [], groups_access: groups, everyone: false }
  const ids = to.map((name) => people.get(`${name}@hartwell.example`)!.id)
  return { users_access: ids, groups_access: [], everyone: false }
}
