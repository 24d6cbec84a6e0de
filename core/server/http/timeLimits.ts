// How long a call may take to arrive: a minute, or what its route says, and no longer than a moment once it is answered. The limit of one
// route lifts no other's.
import { Socket } from 'node:net'
import type { FastifyInstance } from 'fastify'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Seconds that sending this call may take, where it is more than a minute. */
    seconds?: number
  }
}

/** A call that may take longer still has to send something within this many milliseconds. */
const SILENCE_MS = 60_000

/** What is still on its way when a call is answered early may arrive for so long, so that the sender can read the answer. */
const LINGER_MS = 2000

/** Connections that are in the middle of a call with a limit of its own. */
const patient = new WeakSet<Socket>()

export function limitTimes(app: FastifyInstance, silence = SILENCE_MS): void {
  app.addHook('onRequest', async ({ routeOptions: { config }, raw }, reply) => {
    const { socket } = raw
    // A call that is only played in a test has no connection.
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

/** What can't be read as a call, or takes too long to arrive. Node asks for each connection once, a minute after its call began. */
export function answerBroken(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && patient.has(socket)) return
  if (error.code === 'ECONNRESET' || socket.destroyed) return
  if (socket.writable)
    socket.write(
      `HTTP/1.1 ${statuses[error.code ?? ''] ?? '400 Bad Request'}\r\nConnection: close\r\nContent-Length: 0\r\n\r\n`,
    )
  socket.destroy(error)
}
