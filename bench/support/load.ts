// A keep-alive client in its own process, for both sides of every ratio. Each connection sends its next request when
// the response is complete.
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { percentile } from './figures.ts'

export type Load = {
  url: string
  method: string
  /**
   * One connection each, with paths in turn. `{n}` in the body becomes a different value each time, and `{key}` in a
   * header a new UUID.
   */
  senders: { headers: Record<string, string>; paths: string[] }[]
  /** Requests each path once, regardless of the time left. */
  isOnce?: boolean
  body?: string
  seconds: number
}
/** Times in milliseconds. `bytes` is the size of the last body. */
export type Loaded = {
  requests: number
  perSecond: number
  p50: number
  p99: number
  bytes: number
  problems: string[]
}

/** Throws when a response isn't a 2xx, because benchmarking rejected requests is meaningless. */
export async function load(given: Load): Promise<Loaded> {
  const child = fork(import.meta.filename, { execArgv: [] })
  child.send(given)
  const [loaded] = (await once(child, 'message')) as [Loaded]
  if (loaded.problems.length > 0)
    throw new Error(`${given.method} ${given.senders[0]?.paths[0]}: ${loaded.problems[0]}`)
  return loaded
}

async function drive(given: Load): Promise<Loaded> {
  const times: number[] = []
  const problems: string[] = []
  let bytes = 0
  const begun = performance.now()
  const end = begun + given.seconds * 1000
  const { hostname, port } = new URL(given.url)

  const connection = (sender: Load['senders'][number], at: number) =>
    new Promise<void>((resolve) => {
      let sent = 0
      const socket = connect({
        host: hostname === 'localhost' ? '127.0.0.1' : hostname,
        port: Number(port),
        noDelay: true,
      })
      let started = 0
      let head = ''
      let missing = -1
      const finish = (problem?: string) => {
        if (problem) problems.push(problem)
        socket.destroy()
        resolve()
      }
      const next = () => {
        if (performance.now() >= end || (given.isOnce && sent >= sender.paths.length)) return finish()
        started = performance.now()
        socket.write(requestOf(given, sender, at, sent++))
      }
      const isDone = () => {
        if (missing > 0) return
        times.push(performance.now() - started)
        head = ''
        missing = -1
        next()
      }
      socket.on('connect', next)
      socket.on('error', (error) => finish(error.message))
      socket.on('close', () => finish())
      socket.on('data', (chunk) => {
        if (missing >= 0) {
          missing -= chunk.length
          return isDone()
        }
        head += chunk.toString('latin1')
        const border = head.indexOf('\r\n\r\n')
        if (border < 0) return
        const status = Number(head.slice(9, 12))
        if (status < 200 || status > 299) return finish(`answered ${status}: ${head.slice(border + 4, border + 400)}`)
        bytes = Number(
          /\r\ncontent-length: (\d+)/i.exec(head.slice(0, border))?.[1] ?? (status === 204 ? 0 : Number.NaN),
        )
        if (Number.isNaN(bytes)) return finish('The answer does not say how long it is.')
        missing = bytes - (head.length - border - 4)
        isDone()
      })
    })

  await Promise.all(given.senders.map(connection))
  const seconds = (performance.now() - begun) / 1000
  return {
    requests: times.length,
    perSecond: times.length / seconds,
    p50: percentile(times, 0.5),
    p99: percentile(times, 0.99),
    bytes,
    problems,
  }
}

function requestOf(
  { url, method, body }: Load,
  { headers, paths }: Load['senders'][number],
  at: number,
  n: number,
): string {
  const lines = Object.entries(headers).map(
    ([name, value]) => `${name}: ${value === '{key}' ? randomUUID() : value}\r\n`,
  )
  const text = body?.replaceAll('{n}', `${at}.${n}`)
  const length =
    text === undefined ? '' : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(text)}\r\n`
  return `${method} ${paths[n % paths.length]} HTTP/1.1\r\nhost: ${new URL(url).host}\r\n${lines.join('')}${length}\r\n${text ?? ''}`
}

if (process.send && process.argv[1] === import.meta.filename)
  process.once('message', async (given: Load) => {
    process.send?.(await drive(given))
    process.disconnect?.()
  })
