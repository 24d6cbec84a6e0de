// The export of contacts to Excel: its call. No rules.
import { z } from 'zod'
import { defineRoute } from '#core/contract/route.ts'
import { contactFilters } from './contract.ts'

export const workbookRoutes = {
  workbook: defineRoute({
    name: 'contacts.workbook',
    method: 'GET',
    path: 'contacts/export.xlsx',
    summary: 'Export the contacts I can see to Excel, with the search and the filters of the list',
    query: z.strictObject(contactFilters),
  }),
}
