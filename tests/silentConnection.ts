// A connection that can fall silent, as when a network is lost or an address moves: it stays open, and nothing passes.
import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export type SilentLine = {
  /** URL of the server through this connection. */
  url: string
  /** Stops all data on open and new connections, without breaking them. */
  fallSilent: () => void
  /**
   * Sends new connections to this URL. Open ones stay silent permanently, but a closed end closes the other one too.
   */
  leadTo: (url: string) => void
  close: () => Promise<void>
}

export async function openLine(url: string): Promise<SilentLine> {
  const pairs = new Set<Socket[]>()
  let to: URL | null = new URL(url)
  const silence = () => {
    for (const pair of pairs)
      for (const socket of pair) {
        socket.unpipe()
        // Data is read and dropped, so that the sender doesn't notice.
        socket.on('data', () => {})
      }
    for (const pair of pairs) pair[0]!.on('end', () => to && hangUp(pair))
  }
  const hangUp = (pair: Socket[]) => {
    for (const socket of pair) socket.destroy()
    pairs.delete(pair)
  }
  const server = createServer({ allowHalfOpen: true }, (from) => {
    const pair = [from]
    pairs.add(pair)
    from.on('error', () => {}).on('close', () => pair.at(-1)!.destroy())
    if (!to) return void from.on('data', () => {})
    const onward = connect({ port: Number(to.port), host: to.hostname, allowHalfOpen: true })
    pair.push(onward)
    onward.on('error', () => {}).on('close', () => from.destroy())
    from.pipe(onward)
    onward.pipe(from)
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const own = new URL(url)
  own.hostname = '127.0.0.1'
  own.port = String((server.address() as AddressInfo).port)
  return {
    url: own.href,
    fallSilent() {
      to = null
      silence()
    },
    leadTo(other) {
      silence()
      to = new URL(other)
      for (const pair of [...pairs]) if (pair[0]!.readableEnded) hangUp(pair)
    },
    async close() {
      for (const pair of [...pairs]) hangUp(pair)
      server.close()
      await once(server, 'close')
    },
  }
}
