// Time to receive a call: a minute or the route's limit, and only a moment after the response.
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Seconds to send this call, if more than a minute. */
    seconds?: number
  }
}

/** Milliseconds without data before a longer call is cut off. */
const SILENCE_MS = 60_000

/** Milliseconds for the rest of a call after an early response, so that the sender can read it. */
const LINGER_MS = 2000

const patient = new WeakSet<Socket>()

export function limitTimes(app: FastifyInstance, silence = SILENCE_MS): void {
  app.addHook('onRequest', async ({ routeOptions: { config }, raw }, reply) => {
    const { socket } = raw
    // Injected test calls have no connection.
    if (!(socket instanceof Socket)) return
    reply.raw.once('finish', () => {
      if (!raw.complete) setTimeout(() => raw.complete || socket.destroy(), LINGER_MS).unref()
    })
    if (!config.seconds) return
    const end = setTimeout(() => socket.destroy(), config.seconds * 1000)
    patient.add(socket)
    socket.setTimeout(silence)
    reply.raw.once('close', () => {
      clearTimeout(end)
      patient.delete(socket)
    })
  })
}

const statuses: Record<string, string> = {
  ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
}

/** Node reports each connection once, a minute after its call began. */
export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && patient.has(socket)) return
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
  socket.destroy(error)
}
