import { notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { audit } from '#core/server/audit.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import { inFiles } from '#core/server/files/store.ts'
import { defineHandler, type Handler, operator } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { firmRestoreEndpoints as routes } from '../firmRestoreContract.ts'
import { beginArrival, firmRestoresOf } from './firmRestores.ts'
import { archiveKind, firmRestoreHandlers } from './restoreFirms.ts'

export const firmArrivalRoutes: Handler[] = [
  defineHandler(routes.arrivals, operator, async ({ tx }) => ({ arrivals: await firmRestoresOf(tx) })),
  defineIdempotentHandler(routes.bring, operator, {
    within: inFiles,
    async change(tx, { session, body }, _, { keep, take }) {
      const archive = await take(archiveKind, session.actor.id, body.upload_id)
      await keep(archive, session.actor.id)
      const id = await beginArrival(tx, session, archive, fullNameOf(session.actor))
      return (await firmRestoresOf(tx, id))[0]!
    },
  }),
  defineHandler(routes.stop, operator, async ({ tx, session, params }) => {
    const [arrival] = await firmRestoresOf(tx, params.id)
    if (!arrival) throw notFound(cannotFind('import'))
    const { rows } = await tx.sql`
      update firm_arrivals set state = case when state = 'writing' then 'undoing' else 'stopped' end, finished_at = case when state = 'writing' then null else (select now()) end
      where org_id = ${currentOrgId} and id = ${params.id} and state in ('reading', 'writing') returning id`
    if (rows.length === 0) throw new Refusal('not_allowed_now', 'This has already ended.')
    await audit(tx, session, {
      action: 'firm.arrival_stopped',
      subject: { name: arrival.firm_name || arrival.file_name },
    })
    triggerAfterCommit(tx, firmRestoreHandlers)
    return (await firmRestoresOf(tx, params.id))[0]!
  }),
]
