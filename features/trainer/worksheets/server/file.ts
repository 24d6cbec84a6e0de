// Creates the PDF of a worksheet, with answers or to fill in on paper.

import { dayIn, formatDay, stampIn } from '#core/contract/dates.ts'
import { notFound } from '#core/contract/errors.ts'
import { fullNameOf } from '#core/contract/names.ts'
import { cannotFind } from '#core/contract/phrases.ts'
import { withOrg } from '#core/server/database/tx.ts'
import type { Layout } from '#core/server/reports/layout.ts'
import { pdfAnswer } from '#core/server/reports/pdfAnswer.ts'
import { type ActAs, defineHandler, type Handler } from '#core/server/routes.ts'
import { forLearners } from '../../lessons/server/policies.ts'
import { cellName, cellVersion, filledCells, valuesIn } from '../cells.ts'
import { type AnswersRow, routes, type Sheet } from '../contract.ts'
import { worksheetOf } from './reading.ts'

type On = { title: string; firm: string; zone: string; now: string }

/** Space for handwriting in empty cells. */
const BLANK = '\n\n\n\n'

/** Lays out a version of a worksheet. Without answers it has space for them. */
export function paperOf(
  sheet: Sheet,
  { title, firm, zone, now }: On,
  of?: { person: string; answers: AnswersRow | null },
): Layout {
  const values = valuesIn(of?.answers ?? undefined, sheet.version)
  const { answered, of: all, last } = filledCells(sheet, of?.answers ?? undefined)
  const written = last === null ? 'no answers yet' : `last saved ${formatDay(dayIn(zone, last))}`
  const text = (shown: string) => ({ kind: 'text' as const, text: shown })
  return {
    title,
    range: of ? `Worksheet of ${of.person}, ${answered} of ${all} cells answered, ${written}` : 'Worksheet',
    lead: sheet.instructions,
    firm,
    zone,
    made: stampIn(zone, now),
    totals: [],
    tables: [
      {
        title: '',
        empty: '',
        columns: [
          { head: '', kind: 'text', width: 110 },
          ...sheet.questions.map((question, i) => ({ head: `${i + 1}. ${question.text}`, kind: 'text' as const })),
        ],
        rows: sheet.parameters.map((parameter) => [
          text(parameter.text),
          ...sheet.questions.map((question) =>
            text(of ? (values.get(cellName(parameter, question))?.value ?? '') : BLANK),
          ),
        ]),
      },
    ],
  }
}

/**
 * Long-running, so the database connection is free while a file is created. `readers` decides who can get other
 * people's files.
 */
export const worksheetFileHandlers = (readers: ActAs): Handler[] => [
  defineHandler(
    routes.file,
    forLearners,
    async ({ database, session, context, params, query, request }) => {
      const { actor, zone, now } = context
      const found = await withOrg(database, session.org.id, (tx) => worksheetOf(tx, actor.id, params.id))
      const sheet = found && cellVersion(found.worksheet, query.version ?? found.worksheet.version)
      if (!found || !sheet) throw notFound(cannotFind('worksheet'))
      const on = { title: found.worksheet.title, firm: session.org.name, zone, now }
      return pdfAnswer(paperOf(sheet, on, { person: fullNameOf(actor), answers: found.answers }), request.log)
    },
    { isLong: true, proxy: readers },
  ),
  defineHandler(
    routes.download,
    forLearners,
    async ({ database, session, context: { actor, zone, now }, params, request }) => {
      const found = await withOrg(database, session.org.id, (tx) => worksheetOf(tx, actor.id, params.id))
      if (!found) throw notFound(cannotFind('worksheet'))
      const on = { title: found.worksheet.title, firm: session.org.name, zone, now }
      return pdfAnswer(paperOf(found.worksheet, on), request.log)
    },
    { isLong: true },
  ),
]
