// Resumable uploads as S3 multipart uploads. Source:
// https://docs.aws.amazon.com/AmazonS3/latest/userguide/mpuoverview.html
import { createHash } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { newId } from '../ids.ts'
import { makeDirectoryAside } from '../makeDirectory.ts'
import { type CopyProgress, type FileStore, PART, PIECE_BYTES, type Pieces, reportIfFull } from './bucket.ts'
import { xmlText } from './s3Xml.ts'
import { writeAll } from './writeAll.ts'

type S3 = {
  prefix: string
  addressOf: (key: string) => string
  /** Throws if the store fails or doesn't respond. */
  ask: (address: string, init?: RequestInit) => Promise<Response>
  /** Throws if the store rejected the request. */
  done: (answer: Response, what: string) => Promise<string>
  listed: (query: string, element: string, next: Record<string, string>) => AsyncGenerator<string>
  send: (address: string, path: string, headers: Record<string, string>, what: string) => Promise<Response>
} & Pick<FileStore, 'read' | 'remove'>

/** Stores leftover bytes next to the key, so that any process can continue. */
export function piecesOfS3({ prefix, addressOf, ask, done, send, listed, read, remove }: S3, waiting: string): Pieces {
  const partsOf = (key: string, token: string) => `${addressOf(key)}?uploadId=${encodeURIComponent(token)}`

  async function begin(key: string): Promise<string> {
    const text = await done(await ask(`${addressOf(key)}?uploads=`, { method: 'POST' }), 'begin a file')
    const token = xmlText(text, 'UploadId')
    if (!token) throw new Error('S3 gave no id for a file that begins.')
    return token
  }

  return {
    async *append(key, { received, token: known, parts: before = [], rest: waits = 0 }, from, total) {
      const token = known ?? (await begin(key))
      const parts = [...before]
      let spool = await openSpool(waiting)
      let at = received
      let safe = received
      // A failed save isn't retried with the same bytes.
      let isSaving = false
      const save = async (): Promise<CopyProgress> => {
        isSaving = true
        const isPart = spool.bytes >= PIECE_BYTES || at === total
        const file = { headers: { 'x-amz-content-sha256': await spool.end() }, path: spool.path, bytes: spool.bytes }
        if (isPart) {
          const address = `${addressOf(key)}?partNumber=${parts.length + 1}&uploadId=${encodeURIComponent(token)}`
          const answer = await send(address, file.path, file.headers, 'keep a part')
          parts.push(answer.headers.get('etag') ?? '')
        } else await send(addressOf(key + PART), file.path, file.headers, 'keep a part')
        await spool.remove()
        spool = await openSpool(waiting)
        safe = at
        isSaving = false
        return { received: at, token, parts: [...parts], rest: isPart ? 0 : file.bytes }
      }
      try {
        if (waits > 0)
          for await (const bytes of (await read(key + PART, { start: 0, end: waits - 1 })) ?? [])
            await spool.add(bytes as Buffer)
        for await (const bytes of from) {
          await spool.add(bytes)
          at += bytes.length
          if (spool.bytes >= PIECE_BYTES) yield await save()
        }
        if (at > safe) yield await save()
      } catch (error) {
        if (at > safe && !isSaving) yield await save()
        throw reportIfFull(error)
      } finally {
        await spool.remove()
      }
    },
    async complete(key, { token = '', parts = [] }) {
      const list = parts.map((tag, i) => `<Part><PartNumber>${i + 1}</PartNumber><ETag>${tag}</ETag></Part>`)
      const answer = await ask(partsOf(key, token), {
        method: 'POST',
        body: `<CompleteMultipartUpload>${list.join('')}</CompleteMultipartUpload>`,
      })
      if (answer.status === 404) {
        await answer.body?.cancel()
        const there = await ask(addressOf(key), { method: 'HEAD' })
        // A killed process had already done it.
        if (!there.ok) throw new Error('S3 knows neither the parts of a file nor the file.')
      } else {
        // S3 can report a late failure after a success status.
        const text = await done(answer, 'put a file together')
        if (text.includes('<Error>'))
          throw new Error(`S3 refused to put a file together: ${xmlText(text, 'Code') ?? ''}`)
      }
      await remove(key + PART)
    },
    async abort(key, { token }) {
      if (token) {
        const answer = await ask(partsOf(key, token), { method: 'DELETE' })
        if (answer.status !== 404) await done(answer, 'end an upload')
      }
      await remove(key + PART)
    },
    async *begun() {
      const next = { 'key-marker': 'NextKeyMarker', 'upload-id-marker': 'NextUploadIdMarker' }
      for await (const one of listed('uploads=', 'Upload', next))
        yield {
          key: (xmlText(one, 'Key') ?? '').slice(prefix.length),
          token: xmlText(one, 'UploadId') ?? '',
          at: new Date(xmlText(one, 'Initiated') ?? 0),
        }
    },
  }
}

/** Collects a part in a file, so that concurrent uploads don't fill the memory. */
async function openSpool(folder: string) {
  await makeDirectoryAside(folder)
  const path = join(folder, newId())
  const file = await open(path, 'w')
  const hash = createHash('sha256')
  let isOpen = true
  const close = async () => {
    if (isOpen) await file.close()
    isOpen = false
  }
  const spool = {
    path,
    bytes: 0,
    async add(bytes: Buffer) {
      await writeAll(file, bytes)
      hash.update(bytes)
      spool.bytes += bytes.length
    },
    /** Returns the SHA-256 in hex. */
    async end() {
      await close()
      return hash.digest('hex')
    },
    async remove() {
      await close()
      await rm(path, { force: true })
    },
  }
  return spool
}
