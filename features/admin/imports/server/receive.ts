// Turns an upload into an import whose rows are in the database. A rejected file leaves nothing behind.
import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import type { Database } from '#core/server/database/open.ts'
import { withOrg } from '#core/server/database/tx.ts'
import { defineFileKind } from '#core/server/files/kinds.ts'
import { filesOf } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { type ImportKind, routes } from '../contract.ts'
import { importLimits } from '../mappingContract.ts'
import { cardEncodingOf, readCards } from './cardFile.ts'
import { badFile, decodeText, delimiterOf, type Encoding, EncodingSniffer, readRecords } from './csv.ts'
import { addRows, endReading, type Options, removeImport, startReading } from './store.ts'
import { ImportTable } from './table.ts'
import { readWorkbook, type SheetInFile } from './workbook.ts'

const START = 64 * 1024

export const importKind = defineFileKind({
  name: 'import',
  types: ['application/octet-stream'],
  limit: importLimits.bytes,
  otherType: 'Choose a CSV file, an Excel workbook, or a vCard file.',
  tooLarge: importLimits.tooLarge,
  // The server stores its rows, not the file.
  mayOpen: () => false,
})

type Upload = {
  database: Database
  orgId: string
  userId: string
  kind: ImportKind
  sheet: string | undefined
  request: FastifyRequest
}

/** IDs of the imports whose files this process is reading. */
export const beingRead = new Set<string>()

/**
 * Stores the request's file as an import and returns its ID and the submitted fields. Throws an error with a message if
 * it can't be read.
 */
export async function receive({
  database,
  orgId,
  userId,
  kind,
  sheet,
  request,
}: Upload): Promise<{ id: string; sent: string }> {
  const { file } = await filesOf(database).receive(request, routes.upload, { file: importKind })
  const id = newId()
  beingRead.add(id)
  try {
    const read = await readerOf(file, { kind, sheet: sheet ?? null, orgId })
    await withOrg(database, orgId, (tx) => startReading(tx, { id, kind, userId, fileName: file.name }))
    const table = new ImportTable((rows) => withOrg(database, orgId, (tx) => addRows(tx, id, rows)))
    const { notices, ...source } = await read(table)
    const { total, ...found } = await table.end()
    const options: Options = { ...found, ...source, notices: [...notices, ...found.notices] }
    await withOrg(database, orgId, (tx) => endReading(tx, id, total, options))
    return { id, sent: JSON.stringify([file.sha256.toString('hex'), sheet ?? null]) }
  } catch (error) {
    await withOrg(database, orgId, (tx) => removeImport(tx, id))
    throw error
  } finally {
    beingRead.delete(id)
    await file.discard()
  }
}

type Sent = { path: string; name: string }
type About = Pick<Upload, 'kind' | 'orgId'> & { sheet: string | null }

async function readerOf({ path, name }: Sent, { kind, sheet, orgId }: About): Promise<Read> {
  if (await isZip(path)) return readSheet(path, sheet, orgId)
  const cards = await cardEncodingOf(path, name)
  if (!cards) return readText(path)
  if (kind !== 'contacts')
    throw badFile('This is a vCard file, which holds contacts. Choose “Contacts” above and upload it again.')
  return readCards(path, cards)
}

/** Adds the rows of a file to a table and returns the other findings. */
type Read = (table: ImportTable) => Promise<Pick<Options, 'encoding' | 'delimiter' | 'notices'>>

async function isZip(path: string): Promise<boolean> {
  for await (const head of createReadStream(path, { end: 1 })) return (head as Buffer).toString('latin1') === 'PK'
  return false
}

const readSheet =
  (path: string, name: string | null, firm: string): Read =>
  async (table) => {
    const notices: string[] = []
    await readWorkbook(
      { path, sheet: name, firm },
      ({ sheet, others, merged, notices: said }) => {
        if (others.length > 0) notices.push(sheetsNotice(sheet, others))
        notices.push(...said)
        table.merge(merged)
      },
      async (rows) => {
        for (const { row, cells } of rows) await table.take(row, cells)
      },
    )
    return { encoding: 'xlsx', delimiter: '', notices }
  }

const sheetsNotice = (sheet: SheetInFile, others: SheetInFile[]) =>
  `We’ll import the sheet “${sheet.name}.” Not imported: ${others.map(({ name, rows }) => `“${name}” (${rows.toLocaleString('en-US')} ${rows === 1 ? 'row' : 'rows'})`).join(', ')}.`

async function readText(path: string): Promise<Read> {
  const encoding = await encodingOf(path)
  const delimiter = delimiterOf(await startOf(path, encoding))
  return async (table) => {
    let number = 0
    await readRecords(decodeText(createReadStream(path), encoding), delimiter, async (records) => {
      for (const cells of records) await table.take(++number, cells)
    })
    const notices =
      encoding === 'windows-1252'
        ? ['We read this file as Windows-1252 because it isn’t UTF-8. Check names with accents.']
        : encoding === 'utf-8'
          ? []
          : [`This file was read as ${encoding.toUpperCase()}.`]
    return { encoding, delimiter, notices }
  }
}

async function encodingOf(path: string): Promise<Encoding> {
  const sniffer = new EncodingSniffer()
  for await (const chunk of createReadStream(path)) sniffer.see(chunk as Buffer)
  return sniffer.end()
}

async function startOf(path: string, encoding: Encoding): Promise<string> {
  let start = ''
  for await (const piece of decodeText(createReadStream(path), encoding)) {
    start += piece
    if (start.length >= START) break
  }
  return start.slice(0, START)
}
