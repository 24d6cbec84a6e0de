import { notFound, Refusal } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { withoutRls } from '#core/server/database/tx.ts'
import { linkFor } from '#core/server/files/links.ts'
import { newId } from '#core/server/ids.ts'
import { defineHandler, type Handler, operator } from '#core/server/routes.ts'
import { defineIdempotentHandler } from '#core/server/serveOnce.ts'
import { triggerAfterCommit } from '#core/server/work/work.ts'
import { exportRoutes as routes } from '../exportContract.ts'
import { exportKind, exportsOfFirms, latestExport } from './exportFirms.ts'
import { amongAll, auditInBothFirms, lockFirm } from './operatorFirms.ts'

export const firmExportRoutes: Handler[] = [
  defineIdempotentHandler(routes.begin, operator, {
    within: amongAll,
    async change(tx, { session, params }) {
      const { id, name } = await lockFirm(tx, params.id)
      const before = await latestExport(tx, id)
      if (before?.state === 'running') throw new Refusal('not_allowed_now', `${name} is already being exported.`)
      const askedBy = fullNameOf(session.actor)
      await tx.sql`insert into firm_exports (org_id, id, firm_id, firm_name, asked_by) values (${session.org.id}, ${newId()}, ${id}, ${name}, ${askedBy})`
      await auditInBothFirms(tx, session, id, { action: 'firm.export_asked', subject: { id, name } })
      triggerAfterCommit(tx, exportsOfFirms)
      return (await latestExport(tx, id))!
    },
  }),
  defineIdempotentHandler(routes.stop, operator, {
    within: amongAll,
    async change(tx, { session, params }) {
      const { id, name } = await lockFirm(tx, params.id)
      const { rows } = await tx.sql`
        update firm_exports set state = 'stopped', finished_at = now() where firm_id = ${id} and state = 'running' returning id`
      if (rows.length === 0) throw new Refusal('not_allowed_now', `${name} isn’t being exported.`)
      await auditInBothFirms(tx, session, id, { action: 'firm.export_stopped', subject: { id, name } })
      return (await latestExport(tx, id))!
    },
  }),
  defineHandler(
    routes.link,
    operator,
    async ({ database, session, params, now }) => {
      const fileId = await withoutRls(database, async (tx) => {
        const { id, name } = await lockFirm(tx, params.id)
        const { rows } = await tx.sql<{ file_id: string }>`
          select file_id from firm_exports where org_id = ${session.org.id} and firm_id = ${id} and state = 'done' and ends_at > now()
          order by asked_at desc limit 1`
        if (!rows[0]) throw notFound('The archive of this firm has expired. Export it again.')
        await auditInBothFirms(tx, session, id, { action: 'firm.export_fetched', subject: { id, name } })
        return rows[0].file_id
      })
      return linkFor(session, exportKind, { id: fileId }, Date.parse(now))
    },
    { isLong: true, whenRepeated: 'A repeat returns another URL and adds another line to the logs.' },
  ),
]
