// A small server with the part of S3 that file storage needs. It checks signatures independently, by
// https://docs.aws.amazon.com/AmazonS3/latest/API/sig-v4-header-based-auth.html.
import { createHash, createHmac, randomUUID } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

type Begun = { key: string; at: Date; parts: Map<number, { content: Buffer; tag: string }> }

export type S3Server = {
  endpoint: string
  /** Multipart uploads that were neither completed nor aborted. */
  begun: Map<string, Begun>
  objects: Map<string, { content: Buffer; type: string; at: Date }>
  /** Responds with this status to the next `times` requests. */
  failNext: (status: number, times: number) => void
  close: () => Promise<void>
}

const PAGE = 3
/** Minimum bytes of every part except the last. */
const LEAST_OF_PART = 5 * 1024 * 1024
const keys = { id: 'AKIDEXAMPLE', secret: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY' }
export const s3Keys = keys

export async function startS3(bucket: string): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map()
  const begun: S3Server['begun'] = new Map()
  let failure = { status: 0, times: 0 }
  const server = createServer(async (request, response) => {
    const body = await buffer(request)
    const problem = problemOf(request, body)
    const url = new URL(request.url ?? '/', 'http://s3')
    const [, named, ...rest] = url.pathname.split('/').map(decodeURIComponent)
    if (problem) return say(response, 403, `<Error><Code>${problem}</Code></Error>`)
    if (failure.times-- > 0) return say(response, failure.status, '<Error><Code>SlowDown</Code></Error>')
    if (named !== bucket) return say(response, 404, '<Error><Code>NoSuchBucket</Code></Error>')
    const key = rest.join('/')
    if (key === '') return url.searchParams.has('uploads') ? listBegun(response) : list(response, url.searchParams)
    if (url.searchParams.has('uploads') || url.searchParams.has('uploadId'))
      return takePieces(request.method ?? '', response, key, url.searchParams, body)
    if (request.method === 'PUT') {
      objects.set(key, { content: body, type: request.headers['content-type'] ?? '', at: new Date() })
      return say(response, 200, '')
    }
    if (request.method === 'DELETE') {
      objects.delete(key)
      return say(response, 204, '')
    }
    give(request, response, key)
  })

  function list(response: ServerResponse, query: URLSearchParams) {
    const all = [...objects.keys()].filter((key) => key.startsWith(query.get('prefix') ?? '')).sort()
    const from = Number(query.get('continuation-token') ?? 0)
    const page = all.slice(from, from + PAGE)
    const next = from + PAGE < all.length ? `<NextContinuationToken>${from + PAGE}</NextContinuationToken>` : ''
    const contents = page.map((key) => {
      const { content, at } = objects.get(key)!
      return `<Contents><Key>${key}</Key><LastModified>${at.toISOString()}</LastModified><Size>${content.length}</Size></Contents>`
    })
    say(response, 200, `<ListBucketResult>${contents.join('\n')}${next}</ListBucketResult>`)
  }

  function takePieces(method: string, response: ServerResponse, key: string, query: URLSearchParams, body: Buffer) {
    if (query.has('uploads')) {
      const id = randomUUID()
      begun.set(id, { key, at: new Date(), parts: new Map() })
      return say(
        response,
        200,
        `<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`,
      )
    }
    const id = query.get('uploadId') ?? ''
    const upload = begun.get(id)
    if (upload?.key !== key) return say(response, 404, '<Error><Code>NoSuchUpload</Code></Error>')
    if (method === 'PUT') {
      const tag = `"${createHash('md5').update(body).digest('hex')}"`
      upload.parts.set(Number(query.get('partNumber')), { content: body, tag })
      response.setHeader('etag', tag)
      return say(response, 200, '')
    }
    if (method === 'POST') {
      const asked = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber><ETag>(.*?)<\/ETag>/g)]
      const parts = asked.map(([, number, tag]) => ({ ...upload.parts.get(Number(number)), asked: tag }))
      if (parts.length === 0 || parts.some((part) => part.tag !== part.asked))
        return say(response, 400, '<Error><Code>InvalidPart</Code></Error>')
      if (parts.slice(0, -1).some((part) => part.content!.length < LEAST_OF_PART))
        return say(response, 400, '<Error><Code>EntityTooSmall</Code></Error>')
      objects.set(key, { content: Buffer.concat(parts.map((part) => part.content!)), type: '', at: new Date() })
    }
    begun.delete(id)
    say(response, method === 'POST' ? 200 : 204, '')
  }

  function listBegun(response: ServerResponse) {
    const uploads = [...begun].map(
      ([id, { key, at }]) =>
        `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${at.toISOString()}</Initiated></Upload>`,
    )
    say(
      response,
      200,
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${uploads.join('')}</ListMultipartUploadsResult>`,
    )
  }

  function give(request: IncomingMessage, response: ServerResponse, key: string) {
    const found = objects.get(key)
    if (!found) return say(response, 404, '<Error><Code>NoSuchKey</Code></Error>')
    const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
    const content = range ? found.content.subarray(Number(range[1]), Number(range[2]) + 1) : found.content
    response.writeHead(range ? 206 : 200, { 'content-type': found.type, 'content-length': content.length })
    response.end(content)
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    objects,
    begun,
    failNext: (status, times) => {
      failure = { status, times }
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function say(response: ServerResponse, status: number, text: string) {
  response.writeHead(status, { 'content-type': 'application/xml' })
  response.end(text)
}

const sha256 = (content: Buffer | string) => createHash('sha256').update(content).digest('hex')
const hmac = (key: Buffer | string, text: string) => createHmac('sha256', key).update(text).digest()
const encoded = (text: string) =>
  encodeURIComponent(text).replaceAll(/[!'()*]/g, (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`)

/** Returns the signature's problem, or undefined if it is valid. */
function problemOf(request: IncomingMessage, body: Buffer): string | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([\w-]+)\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=([\da-f]{64})$/.exec(
      request.headers.authorization ?? '',
    )
  if (!given) return 'AccessDenied'
  const [, id, day = '', region = '', signed = '', signature] = given
  if (id !== keys.id) return 'InvalidAccessKeyId'
  const payload = String(request.headers['x-amz-content-sha256'])
  if (payload !== 'UNSIGNED-PAYLOAD' && payload !== sha256(body)) return 'XAmzContentSHA256Mismatch'
  const time = String(request.headers['x-amz-date'])
  if (!signed.split(';').includes('host') || !time.startsWith(day)) return 'AccessDenied'
  const url = new URL(request.url ?? '/', 'http://s3')
  const query = [...url.searchParams].map(([name, value]) => `${encoded(name)}=${encoded(value)}`).sort()
  const canonical = [
    request.method,
    url.pathname,
    query.join('&'),
    ...signed.split(';').map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    '',
    signed,
    payload,
  ].join('\n')
  const scope = `${day}/${region}/s3/aws4_request`
  const key = ['s3', 'aws4_request'].reduce(hmac, hmac(hmac(`AWS4${keys.secret}`, day), region))
  const right = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${sha256(canonical)}`).toString('hex')
  return right === signature ? undefined : 'SignatureDoesNotMatch'
}
