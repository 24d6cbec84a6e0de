// Test servers in place of the providers of external content. Each test defines their responses.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { LinkServices } from '#core/server/dependencies.ts'

export type Answering = (request: IncomingMessage, response: ServerResponse) => void
export type StandIns = {
  origin: string
  services: LinkServices
  /** Responses by path. Other paths return 404. */
  answers: Record<string, Answering>
  /** 'GET /path?query Bearer …' of every request so far. */
  asked: string[]
  close: () => void
}

const hosts = [
  'www.youtube.com',
  'i.ytimg.com',
  'vimeo.com',
  'i.vimeocdn.com',
  'www.googleapis.com',
  'drive.google.com',
  'lh3.googleusercontent.com',
  'graph.microsoft.com',
  '1drv.ms',
  'onedrive.live.com',
  // Not a provider. A request to it means that the allowlist failed.
  'elsewhere.example',
]

export async function startStandIns(): Promise<StandIns> {
  const answers: StandIns['answers'] = {}
  const asked: string[] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    asked.push(`${method} ${url} ${headers.authorization ?? ''}`.trim())
    const answering = answers[url.split('?')[0]!]
    if (answering) answering(request, response)
    else response.writeHead(404).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const account = { clientId: 'client', clientSecret: 'secret', refreshToken: 'refresh' }
  return {
    origin,
    answers,
    asked,
    services: {
      drive: { service: 'Google Drive', tokenUrl: `${origin}/drive/token`, ...account },
      oneDrive: { service: 'OneDrive', tokenUrl: `${origin}/onedrive/token`, ...account },
      instead: Object.fromEntries(hosts.map((host) => [host, origin])),
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

export const json =
  (said: unknown, status = 200): Answering =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(said))

export const bytes =
  (type: string, content: string | Buffer): Answering =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(content)

export const away =
  (location: string): Answering =>
  (_, response) =>
    response.writeHead(302, { location }).end()

/** Responds with this many bytes, as long as the client keeps reading. */
export const endless =
  (type: string, total: number): Answering =>
  (_, response) => {
    response.writeHead(200, { 'content-type': type, 'content-length': total })
    const piece = Buffer.alloc(64 * 1024, 'x')
    const write = () => {
      while (!response.destroyed && response.write(piece));
    }
    response.on('drain', write)
    response.on('error', () => {})
    write()
  }
