// Calls and streams while the server is failing. Each call must get some response.
import { clientHeaders } from '#core/server/testing/calls.ts'
import type { Writer } from '#tests/writers.ts'

/** Milliseconds within which each call gets a response. */
const ANSWERED_WITHIN = 40_000

export type Answer = { status: number; text: string; milliseconds: number }

/** `status` is 0 if no response came. */
export async function call(url: string, { token }: Writer, path: string, key: string, body?: unknown): Promise<Answer> {
  const began = performance.now()
  const headers = {
    ...clientHeaders(token),
    'idempotency-key': key,
    ...(body !== undefined && { 'content-type': 'application/json' }),
  }
  const init = body === undefined ? { headers } : { method: 'POST', headers, body: JSON.stringify(body) }
  const signal = AbortSignal.timeout(ANSWERED_WITHIN)
  try {
    const reply = await fetch(`${url}/api/${path}`, { ...init, signal })
    return { status: reply.status, text: await reply.text(), milliseconds: performance.now() - began }
  } catch {
    return { status: 0, text: '', milliseconds: performance.now() - began }
  }
}

/** `heard` returns the stream's messages so far. Throws if the stream doesn't start. */
export async function aStream(url: string, { token }: Writer) {
  const stopping = new AbortController()
  const reply = await fetch(`${url}/api/events`, { headers: clientHeaders(token), signal: stopping.signal })
  if (reply.status !== 200) throw new Error(`The stream did not begin: ${reply.status}`)
  let heard = ''
  const listening = (async () => {
    for await (const chunk of reply.body!.pipeThrough(new TextDecoderStream())) heard += chunk
  })().catch(() => undefined)
  return {
    heard: () => heard,
    async stop() {
      stopping.abort()
      await listening
    },
  }
}
