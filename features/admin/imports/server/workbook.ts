// Reads the rows of one sheet of an .xlsx workbook. A separate thread unpacks and reads it, so that it can be
// terminated.
import { Worker } from 'node:worker_threads'
import { Refusal } from '#core/contract/errors.ts'
import { CHOOSE_SHEET } from '../contract.ts'
import { badFile } from './csv.ts'
import type { Merged } from './sheetXml.ts'
import type { FileRow } from './store.ts'
import { inTurn } from './turns.ts'

export type WorkbookLimits = { entries: number; bytes: number; ratio: number; seconds: number; megabytes: number }
export const workbookLimits: WorkbookLimits = {
  entries: 1000,
  bytes: 200 * 1024 * 1024,
  /** Maximum ratio of unpacked to packed size for entries above a megabyte. */
  ratio: 200,
  /** Counts only the thread's time, not the wait for the database. */
  seconds: 60,
  /** Memory limit of the thread. */
  megabytes: 1024,
}

/** Sheet with content. */
export type SheetInFile = { name: string; rows: number }
export type SheetRead = { sheet: SheetInFile; others: SheetInFile[]; merged: Merged[]; notices: string[] }
export type WorkbookRequest = { path: string; sheet: string | null; limits: WorkbookLimits }
/** Messages of the thread: which sheet it reads and which others exist, batches of rows, and the end. */
export type WorkbookMessage =
  | { kind: 'problem'; sentence: string }
  | { kind: 'choose'; sheets: SheetInFile[] }
  | ({ kind: 'sheet' } & SheetRead)
  | { kind: 'rows'; rows: FileRow[] }
  | { kind: 'end' }

/** Creates the error that asks a person to choose a sheet. It lists each sheet with its number of rows. */
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
 * Passes on the rows of a sheet in order and in batches, including blank ones. `begin` first receives the sheet's
 * description. Reads one workbook per firm at a time. Throws if the workbook can't be read or a sheet must be chosen.
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
  /** Waits for the thread's next message within its remaining time. */
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
