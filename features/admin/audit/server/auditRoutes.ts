import { audit } from '#core/server/audit.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { Download, defineHandler, type Handler } from '#core/server/routes.ts'
import { administers } from '../../server/administers.ts'
import { auditRoutes as routes } from '../contract.ts'
import { auditFile, auditPage } from './auditRead.ts'

export const auditHandlers: Handler[] = [
  defineHandler(routes.audit, administers, ({ tx, session, query }) =>
    auditPage(tx, { orgId: session.org.id, zone: session.org.zone }, query),
  ),
  defineHandler(
    routes.auditFile,
    administers,
    async ({ database, session, query }) => {
      const log = { orgId: session.org.id, zone: session.org.zone }
      await withOrg(database, log.orgId, (tx) => audit(tx, session, { action: 'audit.exported', details: query }))
      return new Download(
        'audit-log.csv',
        'text/csv; charset=utf-8',
        auditFile((read) => withOrg(database, log.orgId, read), log, query),
      )
    },
    { isLong: true },
  ),
]
