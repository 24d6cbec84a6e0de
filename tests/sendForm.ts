// Sends a form with files as a browser does, to a server in the same process.
import { randomUUID } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { clientHeaders } from '#core/server/testing/calls.ts'

type SentFile = { name: string; content: Buffer }
export type SentForm = {
  fields?: Record<string, string>
  file?: SentFile
  thumbnail?: SentFile
  key?: string
}

export async function sendForm<T>(
  http: FastifyInstance,
  token: string,
  url: string,
  { fields = {}, file, thumbnail, key }: SentForm,
) {
  const edge = `edge${randomUUID()}`
  const head = (words: string) => `--${edge}\r\nContent-Disposition: form-data; ${words}\r\n`
  const parts: Buffer[] = Object.entries(fields).map(([name, text]) =>
    Buffer.from(`${head(`name="${name}"`)}\r\n${text}\r\n`),
  )
  for (const [name, given] of Object.entries({ file, thumbnail }))
    if (given)
      parts.push(
        Buffer.from(
          `${head(`name="${name}"; filename="${given.name}"`)}Content-Type: application/octet-stream\r\n\r\n`,
        ),
        given.content,
        Buffer.from('\r\n'),
      )
  const answer = await http.inject({
    method: 'POST',
    url,
    headers: {
      ...clientHeaders(token),
      ...(key && { 'idempotency-key': key }),
      'content-type': `multipart/form-data; boundary=${edge}`,
    },
    payload: Buffer.concat([...parts, Buffer.from(`--${edge}--\r\n`)]),
  })
  return { status: answer.statusCode, body: (answer.body ? answer.json() : {}) as T }
}
