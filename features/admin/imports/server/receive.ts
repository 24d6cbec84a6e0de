// An upload -> an import whose rows lie in the database. A file that is refused leaves nothing behind.
import { createReadStream } from 'node:fs'
import type { FastifyRequest } from 'fastify'
import { inFirm } from '#core/server/database/firm.ts'
import type { Database } from '#core/server/database/open.ts'
import { defineFileKind } from '#core/server/files/kinds.ts'
import { filesOf } from '#core/server/files/store.ts'
import { newId } from '#core/server/ids.ts'
import { type ImportKind, importLimits, routes } from '../contract.ts'
import { delimiterOf, type Encoding, EncodingSniffer, readRecords, textOf } from './csv.ts'
import { addRows, endReading, type Options, removeImport, startReading } from './store.ts'
import { Table } from './table.ts'

const START = 64 * 1024

export const importKind = defineFileKind({
  name: 'import',
  types: ['application/octet-stream'],
  limit: importLimits.bytes,
  otherType: 'This is not a CSV file.',
  tooLarge: importLimits.tooLarge,
  // Its rows are kept, not the file.
  mayOpen: () => false,
})

type Upload = { database: Database; orgId: string; userId: string; kind: ImportKind; request: FastifyRequest }

/** Stores the one file of the request as an import and returns its id and the file's SHA-256; throws a sentence when it can't be read. */
export async function receive({
  database,
  orgId,
  userId,
  kind,
  request,
}: Upload): Promise<{ id: string; hash: string }> {
  const { file } = await filesOf(database).receive(request, routes.upload, { file: importKind })
  const id = newId()
  try {
    const encoding = await encodingOf(file.path)
    await inFirm(database, orgId, (tx) => startReading(tx, { id, kind, userId, fileName: file.name }))
    await readInto(database, orgId, id, file.path, encoding)
    return { id, hash: file.sha256.toString('hex') }
  } catch (error) {
    await inFirm(database, orgId, (tx) => removeImport(tx, id))
    throw error
  } finally {
    await file.discard()
  }
}

async function encodingOf(path: string): Promise<Encoding> {
  const sniffer = new EncodingSniffer()
  for await (const chunk of createReadStream(path)) sniffer.see(chunk as Buffer)
  return sniffer.end()
}

async function readInto(
  database: Database,
  orgId: string,
  id: string,
  path: string,
  encoding: Encoding,
): Promise<void> {
  const delimiter = delimiterOf(await startOf(path, encoding))
  let number = 0
  const notices: string[] =
    encoding === 'windows-1252'
      ? ['The letters were read as Windows-1252, since they are not UTF-8. Please check names with accents.']
      : []
  const table = new Table((rows) => inFirm(database, orgId, (tx) => addRows(tx, id, rows)))
  await readRecords(textOf(createReadStream(path), encoding), delimiter, async (records) => {
    for (const cells of records) await table.take(++number, cells)
  })
  const { total, ...read } = await table.end()
  const options: Options = { ...read, encoding, delimiter, notices: [...notices, ...read.notices] }
  await inFirm(database, orgId, (tx) => endReading(tx, id, total, options))
}

async function startOf(path: string, encoding: Encoding): Promise<string> {
  let start = ''
  for await (const piece of textOf(createReadStream(path), encoding)) {
    start += piece
    if (start.length >= START) break
  }
  return start.slice(0, START)
}
