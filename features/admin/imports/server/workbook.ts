// An .xlsx workbook -> the rows of one of its sheets. It is unpacked and read in a thread of its own, which can be ended.
import { Worker } from 'node:worker_threads'
import { Refusal } from '#core/contract/errors.ts'
import { CHOOSE_SHEET } from '../contract.ts'
import { badFile } from './csv.ts'
import type { Merged } from './sheetXml.ts'
import type { FileRow } from './store.ts'
import { inTurn } from './turns.ts'

/** What a workbook may be once it is unpacked. */
export type WorkbookLimits = { entries: number; bytes: number; ratio: number; seconds: number; megabytes: number }
export const workbookLimits: WorkbookLimits = {
  entries: 1000,
  bytes: 200 * 1024 * 1024,
  /** An entry of more than a megabyte may be so many times as large as what it was packed into. */
  ratio: 200,
  /** Of the thread alone: waiting for the database does not count. */
  seconds: 60,
  /** What the thread may hold. */
  megabytes: 1024,
}

/** A sheet that holds something. */
export type SheetInFile = { name: string; rows: number }
/** The sheet that is read, what else there is, which of its cells are merged, and what has to be said of it. */
export type SheetRead = { sheet: SheetInFile; others: SheetInFile[]; merged: Merged[]; notices: string[] }
export type WorkbookRequest = { path: string; sheet: string | null; limits: WorkbookLimits }
/** What the thread says: which sheet is read and what else there is, its rows some at a time, and its end. */
export type WorkbookMessage =
  | { kind: 'problem'; sentence: string }
  | { kind: 'choose'; sheets: SheetInFile[] }
  | ({ kind: 'sheet' } & SheetRead)
  | { kind: 'rows'; rows: FileRow[] }
  | { kind: 'end' }

/** That a person has to choose a sheet is told with each one's name and number of rows. */
const chooseSheet = (sheets: SheetInFile[]) =>
  new Refusal(
    CHOOSE_SHEET,
    `This workbook has ${sheets.length} sheets with data. Choose the one to import.`,
    400,
    Object.fromEntries(
      sheets.map(({ name, rows }) => [name, `${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'}`]),
    ),
  )

export const unreadable = badFile(
  'We couldn’t read this workbook. Save it again as .xlsx, or save the sheet as CSV, and upload that.',
)
const tooSlow = badFile('Reading this workbook took too long. Save the sheet as CSV and upload that.')
const tooLarge = badFile('This workbook is too large when unpacked. Save the sheet as CSV and upload that.')

/**
 * Hands over the rows of a sheet in their order, blank ones too, some at a time, and waits until they are dealt with; `begin` hears first
 * what is read. One workbook of a firm at a time. Throws a sentence when it can't be read, and the sheets when one must be chosen.
 */
export function readWorkbook(
  { firm, patience, ...asked }: Omit<WorkbookRequest, 'limits'> & { firm: string; patience?: number },
  begin: (read: SheetRead) => void,
  take: (rows: FileRow[]) => Promise<void>,
  limits: Partial<WorkbookLimits> = {},
): Promise<void> {
  const work = () => inThread({ ...asked, limits: { ...workbookLimits, ...limits } }, begin, take)
  return inTurn(firm, work, patience)
}

async function inThread(
  asked: WorkbookRequest,
  begin: (read: SheetRead) => void,
  take: (rows: FileRow[]) => Promise<void>,
) {
  const worker = new Worker(new URL('workbookWorker.ts', import.meta.url), {
    workerData: asked,
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: asked.limits.megabytes },
  })
  const ended = new Promise<never>((_, reject) => {
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge : unreadable),
    )
    worker.once('exit', () => reject(unreadable))
  })
  ended.catch(() => undefined)
  let left = asked.limits.seconds * 1000
  /** The next that the thread says, in the time that it has left. */
  const next = async (): Promise<WorkbookMessage> => {
    const from = performance.now()
    const { promise, resolve, reject } = Promise.withResolvers<WorkbookMessage>()
    const timer = setTimeout(() => reject(tooSlow), left)
    worker.once('message', resolve)
    try {
      return await Promise.race([promise, ended])
    } finally {
      clearTimeout(timer)
      worker.off('message', resolve)
      left -= performance.now() - from
    }
  }
  try {
    const first = await next()
    if (first.kind === 'problem') throw badFile(first.sentence)
    if (first.kind === 'choose') throw chooseSheet(first.sheets)
    if (first.kind !== 'sheet') throw unreadable
    begin(first)
    for (;;) {
      worker.postMessage('more')
      const said = await next()
      if (said.kind === 'problem') throw badFile(said.sentence)
      if (said.kind !== 'rows') break
      await take(said.rows)
    }
  } finally {
    await worker.terminate()
  }
}
