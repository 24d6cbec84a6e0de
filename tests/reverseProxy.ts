// A proxy in front of a server that sees every browser request.
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/**
 * Calls `meets` first for each request. If it returns true, the request has been handled and isn't forwarded to `url`.
 */
export async function openFront(url: string, meets: (incoming: IncomingMessage, answer: ServerResponse) => boolean) {
  const server = createServer((incoming, answer) => {
    if (meets(incoming, answer)) return
    const { method, headers } = incoming
    const onward = request(`${url}${incoming.url}`, { method, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 502, given.headers)
      given.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close: () => server.close().closeAllConnections(),
  }
}
