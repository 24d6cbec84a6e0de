// The export of contacts to Excel: its call. No rules.
import { z } from 'zod'
import { text } from '#core/contract/fields.ts'
import { defineRoute } from '#core/contract/route.ts'

export const workbookRoutes = {
  workbook: defineRoute({
    name: 'contacts.workbook',
    method: 'GET',
    path: 'contacts/export.xlsx',
    summary: 'Export the contacts I can see to Excel, with the search of the list',
    query: z.strictObject({ q: text(100).optional() }),
  }),
}
