import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { codes } from './failures.ts'

/** Read each time, because a new build can be installed while the server runs. */
export async function pageVersion({
  clientDirectory,
  version,
}: {
  clientDirectory?: string
  version: string
}): Promise<string> {
  if (!clientDirectory) return version
  const text = await readFile(join(clientDirectory, 'version.json'), 'utf8').catch(() => null)
  return text === null ? version : (JSON.parse(text) as { version: string }).version
}

type Elsewhere = { videoOrigins?: readonly string[] | undefined; frameOrigins?: readonly string[] | undefined }

/** `file` is its name in the build. */
export type FramePage = { path: string; file: string }

/** Allows only our own resources and nothing inline. The app's style elements carry their page's nonce. */
export const contentPolicy = (nonce?: string, { videoOrigins = [], frameOrigins = [] }: Elsewhere = {}) => ({
  defaultSrc: ["'self'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", ...(nonce ? [`'nonce-${nonce}'`] : [])],
  imgSrc: ["'self'", 'data:', 'blob:'],
  // People can preview a video before they upload it.
  mediaSrc: ["'self'", 'blob:', ...videoOrigins],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  frameSrc: ["'self'", ...frameOrigins],
  workerSrc: ["'self'"],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  frameAncestors: ["'none'"],
  formAction: ["'self'"],
  upgradeInsecureRequests: null,
})

const PLACE_OF_NONCE = 'nonce-of-the-page'

/** Runs its own script, renders itself, and calls this server. */
const framePolicy = (nonce: string) => ({
  defaultSrc: ["'none'"],
  scriptSrc: ["'self'"],
  styleSrc: ["'self'", `'nonce-${nonce}'`],
  imgSrc: ["'self'"],
  fontSrc: ["'self'"],
  connectSrc: ["'self'"],
  baseUri: ["'none'"],
  formAction: ["'none'"],
  frameAncestors: ["'self'"],
})

const textOf = (directives: Record<string, readonly string[] | null>) =>
  Object.entries(directives)
    .flatMap(([name, sources]) =>
      sources ? [`${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)} ${sources.join(' ')}`] : [],
    )
    .join(';')

/** The nonce is in the HTML and in the policy, so a cached page stays consistent. */
async function sendPage(
  reply: FastifyReply,
  path: string,
  policyWith: (nonce: string) => Record<string, readonly string[] | null>,
) {
  const page = await readFile(path, 'utf8')
  const nonce = randomBytes(18).toString('base64')
  return reply
    .type('text/html; charset=utf-8')
    .headers({ 'cache-control': 'no-cache', 'content-security-policy': textOf(policyWith(nonce)) })
    .send(page.replaceAll(PLACE_OF_NONCE, nonce))
}

type Serving = Elsewhere & { framePages?: readonly FramePage[] | undefined }

/** Any other path is a screen and gets its page. */
export async function serveClient(
  app: FastifyInstance,
  directory: string | undefined,
  { framePages = [], ...elsewhere }: Serving = {},
) {
  const page = directory !== undefined && existsSync(directory) ? directory : undefined
  const sendApp = (reply: FastifyReply, from: string) =>
    sendPage(reply, join(from, 'index.html'), (nonce) => contentPolicy(nonce, elsewhere))
  if (page) {
    await app.register(files, {
      root: page,
      // The plugin's route lists the whole folder to check spelling, which public files don't need.
      serve: false,
      index: false,
      preCompressed: true,
      setHeaders(reply, path) {
        if (!path.includes('/assets/')) return reply.header('cache-control', 'no-cache')
        reply.header('cache-control', 'public, max-age=31536000, immutable')
        // A service worker reuses what its page loaded.
        reply.header('vary', 'accept-encoding')
      },
    })
    app.get<{ Params: { '*': string } }>('/*', (request, reply) => reply.sendFile(request.params['*']))
    for (const url of ['/', '/index.html']) app.get(url, (_, reply) => sendApp(reply, page))
    for (const { path, file } of framePages)
      for (const url of [path, `/${file}`]) app.get(url, (_, reply) => sendPage(reply, join(page, file), framePolicy))
  }
  app.setNotFoundHandler((request, reply) => {
    const isScreen = (request.method === 'GET' || request.method === 'HEAD') && !/^\/(api|assets)\//.test(request.url)
    if (page && isScreen) return sendApp(reply, page)
    return reply.code(404).send({ message: codes[404]![1], code: 'not_found' })
  })
}
