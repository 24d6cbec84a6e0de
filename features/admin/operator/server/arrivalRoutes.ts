import { sql } from 'kysely'
import { notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { audit } from '#core/server/audit.ts'
import { firm, type Tx } from '#core/server/database/firm.ts'
import { inFiles } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { operator, type Served, serve } from '#core/server/routes.ts'
import { serveOnce } from '#core/server/serveOnce.ts'
import { wakeAfterCommit } from '#core/server/work/work.ts'
import { type FirmArrival, arrivalRoutes as routes } from '../arrivalContract.ts'
import { archiveKind, arrivals } from './bringFirms.ts'

const LISTED = 20

export const firmArrivalRoutes: Served[] = [
  serve(routes.arrivals, operator, async ({ tx }) => ({ arrivals: await listed(tx) })),
  serveOnce(routes.bring, operator, {
    within: inFiles,
    async change(tx, { session, body }, _, { keep, take }) {
      const archive = await take(archiveKind, session.actor.id, body.upload_id)
      await keep(archive, session.actor.id)
      const id = newId()
      await sql`
        insert into firm_arrivals (org_id, id, file_id, file_name, bytes, asked_by)
        values (${session.org.id}, ${id}, ${archive.id}, ${archive.name}, ${archive.bytes}, ${fullNameOf(session.actor)})`.execute(
        tx,
      )
      await audit(tx, session, { action: 'firm.arrival_asked', subject: { name: archive.name } })
      wakeAfterCommit(arrivals)
      return (await listed(tx, id))[0]!
    },
  }),
  serve(routes.stop, operator, async ({ tx, session, params }) => {
    const [arrival] = await listed(tx, params.id)
    if (!arrival) throw notFound('This arrival could not be found.')
    const { rows } = await sql`
      update firm_arrivals set state = case state when 'writing' then 'undoing' else 'stopped' end, finished_at = case state when 'writing' then null else now() end
      where org_id = ${firm} and id = ${params.id} and state in ('reading', 'writing') returning id`.execute(tx)
    if (rows.length === 0) throw new Refusal('not_allowed_now', 'This has ended already.')
    await audit(tx, session, {
      action: 'firm.arrival_stopped',
      subject: { name: arrival.firm_name || arrival.file_name },
    })
    wakeAfterCommit(arrivals)
    return (await listed(tx, params.id))[0]!
  }),
]

/** The latest first. */
async function listed(tx: Tx, id: string | null = null): Promise<FirmArrival[]> {
  const { rows } = await sql<FirmArrival>`
    select id, state, file_name, bytes::float8 as bytes, asked_by, asked_at, firm_id, firm_name, total, done, left_out, problem, finished_at
    from firm_arrivals where org_id = ${firm} and ${id === null ? sql`true` : sql`id = ${id}`} order by asked_at desc, id desc limit ${LISTED}`.execute(
    tx,
  )
  return rows
}
