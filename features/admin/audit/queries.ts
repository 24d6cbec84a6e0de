import { defineQuery, pagesOf } from '#core/sync/query.ts'
import { type AuditSearch, auditRoutes } from './contract.ts'

export const auditQuery = defineQuery({
  name: 'audit',
  route: auditRoutes.audit,
  callOf: (search: AuditSearch, after) => ({ query: { ...search, after } }),
  keyOf: (search) => JSON.stringify(search),
  pages: pagesOf('entries'),
  noCacheReason: 'It shows where people signed in from and what they did.',
})
