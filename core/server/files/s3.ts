import { openAsBlob } from 'node:fs'
import { tmpdir } from 'node:os'
import { Readable } from 'node:stream'
import type { ReadableStream } from 'node:stream/web'
import { AwsClient } from 'aws4fetch'
import { type FileStore, isKey, noDiskSpace, unreachable, withoutPart } from './bucket.ts'
import { piecesOfS3 } from './s3Pieces.ts'
import { xmlText } from './s3Xml.ts'

export type S3Place = {
  /** Any S3-compatible server, such as 'https://s3.eu-central-1.amazonaws.com'. */
  endpoint: string
  bucket: string
  /** Empty, or ends with '/'. */
  prefix: string
  region: string
  accessKeyId: string
  secretAccessKey: string
}

/** Milliseconds until a response must begin. File transfers have a longer limit. */
const PATIENCE_MS = 30_000
const PATIENCE_FOR_FILES_MS = 60 * 60_000

/** Uses path-style addresses, which every S3-compatible server supports, and AWS Signature Version 4. */
export function s3Bucket(
  { endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Place,
  /** Pieces that are too small for a part. */
  waiting = tmpdir(),
): FileStore {
  const client = new AwsClient({ accessKeyId, secretAccessKey, service: 's3', region, retries: 3, initRetryMs: 200 })
  const root = `${endpoint}/${bucket}`
  const addressOf = (key: string) => {
    if (!isKey(withoutPart(key))) throw new Error(`Not a file’s key: ${key}`)
    return `${root}/${prefix.split('/').map(encodeURIComponent).join('/')}${key}`
  }

  async function ask(address: string, init: RequestInit = {}, patience = PATIENCE_MS): Promise<Response> {
    const answer = await client.fetch(address, { ...init, signal: AbortSignal.timeout(patience) }).catch(() => null)
    if (!answer || answer.status >= 500) {
      await answer?.body?.cancel()
      throw answer?.status === 507 ? noDiskSpace() : unreachable()
    }
    return answer
  }
  async function done(answer: Response, what: string): Promise<string> {
    const text = await answer.text()
    if (answer.ok) return text
    // The response can include request headers, so only its error code is reported.
    throw new Error(`S3 refused to ${what}: ${answer.status} ${/<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? ''}`)
  }

  const send = async (address: string, path: string, headers: Record<string, string>, what: string) => {
    const answer = await ask(address, { method: 'PUT', body: await openAsBlob(path), headers }, PATIENCE_FOR_FILES_MS)
    await done(answer, what)
    return answer
  }
  const remove = async (key: string) => {
    const answer = await ask(addressOf(key), { method: 'DELETE' })
    if (answer.status !== 404) await done(answer, 'remove a file')
  }
  const read: FileStore['read'] = async (key, range) => {
    const headers: Record<string, string> = range ? { range: `bytes=${range.start}-${range.end}` } : {}
    const answer = await ask(addressOf(key), { headers }, PATIENCE_FOR_FILES_MS)
    if (answer.status === 404) {
      await answer.body?.cancel()
      return null
    }
    if (!answer.ok || !answer.body) await done(answer, 'give a file')
    return Readable.fromWeb(answer.body as ReadableStream)
  }

  /** Returns the elements of a list from all its pages. `next` maps each parameter of a page to its element. */
  async function* listed(query: string, element: string, next: Record<string, string>): AsyncGenerator<string> {
    for (let after = ''; ; ) {
      const page = `${root}?${query}&prefix=${encodeURIComponent(prefix)}${after}`
      const text = await done(await ask(page), 'list its files')
      for (const [, one = ''] of text.matchAll(new RegExp(`<${element}>(.*?)</${element}>`, 'gs'))) yield one
      const marks = Object.entries(next).map(([name, tag]) => [name, xmlText(text, tag) ?? ''] as const)
      if (!marks[0]?.[1] || xmlText(text, 'IsTruncated') === 'false') return
      // The signature treats '+' literally, so spaces must be %20.
      after = marks.map(([name, mark]) => `&${name}=${encodeURIComponent(mark)}`).join('')
    }
  }

  return {
    kind: 'S3',
    place: `${root}/${prefix}`,
    async write(key, path, { sha256, type }) {
      const headers = { 'content-type': type, 'x-amz-content-sha256': sha256.toString('hex') }
      await send(addressOf(key), path, headers, 'keep a file')
    },
    read,
    remove,
    pieces: piecesOfS3({ prefix, addressOf, ask, done, send, listed, read, remove }, waiting),
    async *list() {
      for await (const one of listed('list-type=2', 'Contents', { 'continuation-token': 'NextContinuationToken' }))
        yield {
          key: (xmlText(one, 'Key') ?? '').slice(prefix.length),
          bytes: Number(xmlText(one, 'Size')),
          at: new Date(xmlText(one, 'LastModified') ?? 0),
        }
    },
    async check() {
      await done(await ask(`${root}?list-type=2&max-keys=1`), 'be used')
    },
  }
}
