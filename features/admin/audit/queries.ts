import { defineQuery, pagesOf } from '#core/sync/query.ts'
import { type AuditSearch, auditRoutes } from './contract.ts'

export const auditQuery = defineQuery({
  name: 'audit',
  route: auditRoutes.audit,
  callOf: (search: AuditSearch, after) => ({ query: { ...search, after } }),
  keyOf: (search) => JSON.stringify(search),
  pages: pagesOf('entries'),
  noCacheReason: 'It says from where people signed in and what they did: it is read where it is looked after.',
})
