// Reads worksheets with a person's answers, as the API returns them.
import { sql } from 'kysely'
import { addDays, dayIn, stampIn, startOfDay } from '#core/contract/dates.ts'
import { addressOf } from '#core/contract/route.ts'
import { instant } from '#core/server/database/instant.ts'
import { currentOrgId } from '#core/server/database/tenant.ts'
import type { Tx } from '#core/server/database/tx.ts'
import { cellsOf, cellVersion, filledCells, valuesIn } from '../cells.ts'
import {
  type AnswersRow,
  routes,
  type Worksheet,
  type WorksheetEntry,
  type WorksheetHistory,
  type WorksheetRow,
} from '../contract.ts'
import { isPublished, worksheetJson, worksheetTables } from './feeds.ts'
import { allAnswersOf, readAnswers } from './store.ts'

export type WorksheetQuery = {
  worksheet: WorksheetRow
  answers: AnswersRow | null /** Instant at which its lesson was archived or it was removed. */
  archived: string | null
  /** Whether it was removed from its lesson. */
  is_taken_off: boolean
}

type Sheet = Omit<WorksheetQuery, 'answers'>

const sheets = sql<Sheet>`
  select ${worksheetJson} as worksheet, ${instant(sql`least(l.archived_at, w.taken_off_at)`)} as archived, w.taken_off_at is not null as is_taken_off
  from ${worksheetTables} where ${isPublished}`

/**
 * Returns worksheets ordered by lesson. Archived and removed ones are included only if the person has answers on them.
 */
export async function worksheetsOf(tx: Tx, userId: string): Promise<WorksheetQuery[]> {
  const [{ rows }, answers] = await Promise.all([
    tx.send(sql<Sheet>`${sheets} order by c.position, l.position, l.number`),
    allAnswersOf(tx, userId),
  ])
  const byId = new Map(answers.map((row) => [row.id, row]))
  return rows
    .map((sheet) => ({ ...sheet, answers: byId.get(sheet.worksheet.id) ?? null }))
    .filter(({ worksheet, answers }) => !worksheet.archived || answers !== null)
}

/**
 * Returns one worksheet, including one of an archived lesson, or null. Sends the queries immediately, so callers can
 * pipeline others.
 */
export async function worksheetOf(tx: Tx, userId: string, id: string): Promise<WorksheetQuery | null> {
  const [{ rows }, answers] = await Promise.all([
    tx.send(sql<Sheet>`${sheets} and w.id = ${id}`),
    readAnswers(tx, userId, id),
  ])
  return rows[0] ? { ...rows[0], answers } : null
}

/** Converts a worksheet to the API's format. */
export function toWorksheetDto(
  { worksheet, answers }: Pick<WorksheetQuery, 'worksheet' | 'answers'>,
  zone: string,
): Worksheet {
  const values = valuesIn(answers ?? undefined, worksheet.version)
  return {
    id: worksheet.id,
    lesson_id: worksheet.lesson_id,
    complete: filledCells(worksheet, answers ?? undefined).state === 'complete' ? 'yes' : 'no',
    instructions: worksheet.instructions,
    download: addressOf(routes.download, { params: { id: worksheet.id } }),
    questions: worksheet.questions.map(({ text }) => text),
    parameters: worksheet.parameters.map(({ text }) => text),
    matrix: cellsOf(worksheet).map(({ name, question, parameter }) => {
      const answer = values.get(name)
      return {
        name,
        value: answer?.value ?? '',
        question: question.text,
        parameter: parameter.text,
        at: answer ? stampIn(zone, answer.at) : null,
      }
    }),
    version: worksheet.version,
    answers: answers?.cells ?? [],
    comments: answers?.comments ?? [],
    returned: answers?.returned ?? null,
  }
}

const PAGE = 200
const LAST = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

type Line = Pick<WorksheetEntry, 'id' | 'version' | 'name' | 'value' | 'at' | 'device' | 'is_current'>

/** Returns a page of what the person wrote between two days in the firm's time zone, both included, latest first. */
export async function readHistory(
  tx: Tx,
  userId: string,
  worksheet: WorksheetRow,
  zone: string,
  { from, to, after }: { from?: string | undefined; to?: string | undefined; after?: string | undefined },
): Promise<WorksheetHistory> {
  const { rows } = await tx.sql<Line>`
    select h.id, h.version, h.name, h.value, ${instant(sql`h.at`)} as at, h.device,
      not exists (select 1 from worksheet_writings n where n.org_id = h.org_id and n.user_id = h.user_id and n.worksheet_id = h.worksheet_id
        and n.version = h.version and n.name = h.name and n.id > h.id) as is_current
    from worksheet_writings h where h.org_id = ${currentOrgId} and h.user_id = ${userId} and h.worksheet_id = ${worksheet.id} and h.id < ${after ?? LAST}
      and h.at >= ${from ? startOfDay(zone, from) : '-infinity'}::timestamptz and h.at < ${to ? startOfDay(zone, addDays(to, 1)) : 'infinity'}::timestamptz
    order by h.id desc limit ${PAGE + 1}`
  const page = rows.slice(0, PAGE)
  return {
    history: page.map((line) => {
      const sheet = cellVersion(worksheet, line.version)
      const cell = sheet && cellsOf(sheet).find(({ name }) => name === line.name)
      return {
        ...line,
        question: cell?.question.text ?? '',
        parameter: cell?.parameter.text ?? '',
        day: dayIn(zone, line.at),
      }
    }),
    next: rows.length > PAGE ? page.at(-1)!.id : null,
  }
}
