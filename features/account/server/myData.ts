// All stored data of a person as one file, generated while it is sent.
import { dayIn } from '#core/contract/dates.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import type { Database } from '#core/server/database/open.ts'
import { type Tx, withOrg } from '#core/server/database/tx.ts'
import { FIRST_ID } from '#core/server/ids.ts'
import type { DataPart } from '#core/server/myData.ts'
import { Download, defineHandler, type Handler, notWhileSwitched, signedIn } from '#core/server/routes.ts'
import type { SignedInSession } from '#core/server/sessions.ts'
import { routes } from '../ownContract.ts'

export const myDataRoutes = (others: () => readonly DataPart[]): Handler[] => [
  defineHandler(routes.myData, notWhileSwitched(signedIn), async ({ tx, session, database, context, request }) => {
    const subject = { id: session.actor.id, name: fullNameOf(session.actor) }
    await audit(tx, session, { action: 'data.downloaded', subject, address: request.ip })
    const name = `pursuit-my-data-${dayIn(session.org.zone, context.now)}.json`
    const person = { made: context.now, ...(await personOf(tx, session)) }
    return new Download(name, 'application/json', piecesOf(database, session, person, [...parts, ...others()]))
  }),
]

async function* piecesOf(
  database: Database,
  session: SignedInSession,
  person: object,
  all: DataPart[],
): AsyncGenerator<string> {
  yield JSON.stringify(person, null, 1).slice(0, -2)
  for (const { name, page, isOmittedIfEmpty } of all) {
    const begin = `,\n "${name}": [`
    let isFirst = true
    for await (const row of rowsOf(database, session, page)) {
      yield `${isFirst ? begin : ','}\n  ${JSON.stringify(row)}`
      isFirst = false
    }
    if (!isFirst) yield '\n ]'
    else if (!isOmittedIfEmpty) yield `${begin}]`
  }
  yield '\n}\n'
}

async function* rowsOf(database: Database, session: SignedInSession, page: DataPart['page']): AsyncGenerator<unknown> {
  const pageAfter = (after: string | null) =>
    withOrg(database, session.org.id, (tx) => page(tx, session, after), { isQuiet: true })
  let read = await pageAfter(null)
  yield* read.rows
  while (read.after !== null) {
    read = await pageAfter(read.after)
    yield* read.rows
  }
}

/** The file contains no digests, secrets, or tokens. */
async function personOf(tx: Tx, { actor, org }: SignedInSession) {
  const { rows } = await tx.sql<object>`
    select u.id, u.email, u.first_name, u.last_name, u.phone, u.role, u.settings, u.created_at, u.ytd_before as revenue_before_pursuit, u.ytd_before_year as revenue_before_pursuit_year
    from users u where u.org_id = ${org.id} and u.id = ${actor.id}`
  return { profile: rows[0], firm: { id: org.id, name: org.name, time_zone: org.zone } }
}

/** Builds a part that is short for everyone. */
const short = (name: string, rowsOf: (tx: Tx, session: SignedInSession) => Promise<unknown[]>): DataPart => ({
  name,
  page: async (tx, session) => ({ rows: await rowsOf(tx, session), after: null }),
})

const parts: DataPart[] = [
  short('groups', async (tx, { org, actor }) => {
    const { rows } = await tx.sql`
      select g.name, 'member' as as from groups g join group_members m on m.org_id = g.org_id and m.group_id = g.id where g.org_id = ${org.id} and m.user_id = ${actor.id}
      union all
      select g.name, 'manager' from groups g join group_managers m on m.org_id = g.org_id and m.group_id = g.id where g.org_id = ${org.id} and m.user_id = ${actor.id}
      order by 1`
    return rows
  }),
  short('sessions', async (tx, { org, actor }) => {
    const { rows } = await tx.sql`
      select device, address, created_at, used_at, by_name as worked_by from sessions where org_id = ${org.id} and user_id = ${actor.id} order by created_at`
    return rows
  }),
  short('passkeys', async (tx, { org, actor }) => {
    const { rows } = await tx.sql`
      select name, created_at, used_at from passkeys where org_id = ${org.id} and user_id = ${actor.id} order by created_at`
    return rows
  }),
  {
    name: 'audit_log',
    async page(tx, { org, actor }, after) {
      const { rows } = await tx.sql<{ id: string }>`
        select id, at, actor_name, by_name, action, subject, details, address from audit_log
        where org_id = ${org.id} and (subject_id = ${actor.id} or actor_id = ${actor.id}) and id > ${after ?? FIRST_ID} order by id limit ${PAGE}`
      return { rows, after: rows.length < PAGE ? null : rows.at(-1)!.id }
    },
  },
]

const PAGE = 500
