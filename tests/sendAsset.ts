// Sends an asset's form as a browser does, without a network.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { clientHeaders } from '#core/server/testing/calls.ts'

export type SentForm = {
  fields?: Record<string, string>
  file?: { name: string; content: Buffer }
  /** The idempotency key. */
  key?: string
}

/** `id`: of the asset that is changed; a new one otherwise. */
export async function sendAsset<T>(
  http: FastifyInstance,
  token: string,
  { fields = {}, file, key }: SentForm,
  id?: string,
) {
  const edge = `edge${randomUUID()}`
  const head = (words: string) => `--${edge}\r\nContent-Disposition: form-data; ${words}\r\n`
  const parts: Buffer[] = Object.entries(fields).map(([name, text]) =>
    Buffer.from(`${head(`name="${name}"`)}\r\n${text}\r\n`),
  )
  if (file)
    parts.push(
      Buffer.from(`${head(`name="file"; filename="${file.name}"`)}Content-Type: application/pdf\r\n\r\n`),
      file.content,
      Buffer.from('\r\n'),
    )
  const answer = await http.inject({
    method: 'POST',
    url: id ? `/api/assets/${id}` : '/api/assets',
    headers: {
      ...clientHeaders(token),
      ...(key && { 'idempotency-key': key }),
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload: Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]),
  })
  return { status: answer.statusCode, body: (answer.body ? answer.json() : {}) as T }
}
