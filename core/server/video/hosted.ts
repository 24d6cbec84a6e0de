// Media calls of the specification, section 7. Responses are validated, because a service can return anything.
import type { Readable } from 'node:stream'
import { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import { jsonIn } from '#core/contract/jsonIn.ts'
import type { ExternalService } from '../externalService.ts'
import { OutboundError, type OutboundLimits, outboundFetch } from '../outboundAddress.ts'
import { noVideo } from './noVideo.ts'

/** Used parts only. Durations are in seconds. */
const Media = z.object({
  name: z.string().max(1000),
  hashed_id: z.string().regex(/^[A-Za-z0-9_-]{1,64}$/),
  description: z.string().max(10_000).nullish(),
  duration: z.number().min(0).nullish(),
  status: z.string().max(40).nullish(),
  thumbnail: z.object({ url: z.url({ protocol: /^https$/ }) }).nullish(),
  assets: z
    .array(
      z.object({ url: z.url({ protocol: /^https?$/ }), type: z.string().nullish(), contentType: z.string().nullish() }),
    )
    .nullish(),
})
const Project = z.object({ medias: z.array(Media).max(5000) })

export type ServiceMedia = {
  hashed_id: string
  name: string
  description: string
  seconds: number | null
  isReady: boolean
  poster: string | null
  /** URLs for players, best first. */
  urls: string[]
}

export type HostingService = {
  /** Throws 404 for an unknown project, 503 with a message if the service fails. */
  list: (projectId: string) => Promise<ServiceMedia[]>
  /** Throws as `list` does. Never retries, and `list` shows the outcome. */
  send: (
    projectId: string,
    video: { name: string; description: string; type: string; bytes: number },
    content: Readable,
  ) => Promise<ServiceMedia>
  /** Throws as `list` does, and 404 for a video outside the project. */
  describe: (hashedId: string, words: { name: string; description: string }) => Promise<ServiceMedia>
  /** Succeeds if the video is already gone. Throws as `list` does. */
  remove: (hashedId: string) => Promise<void>
}

const LIMITS = { milliseconds: 8000, bytes: 4 * 1024 * 1024 }
/** Milliseconds for a 5 GB video over a slow connection. */
const SEND_MS = 60 * 60 * 1000
const TRIES = 2
const WAIT_MS = 300

/** The configured address is trusted, even if internal. */
export function hostingService(
  { url, key, origins }: ExternalService,
  limits: Partial<OutboundLimits> = {},
): HostingService {
  const allowed = [...(limits.allowed ?? []), new URL(url).origin]
  const within: OutboundLimits = { ...LIMITS, ...limits, allowed }

  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' }
  const mediaFrom = (found: z.infer<typeof Media>) => shownFrom(found, origins)

  /** Retries once, because these calls can be repeated. Null for 404. */
  async function ask(method: string, path: string): Promise<unknown> {
    for (let tries = 1; ; tries++) {
      const answer = await outboundFetch(`${url}/${path}`, { method, headers }, within).catch(told)
      const isWorthMore = answer instanceof OutboundError ? answer.why === 'unreachable' : answer.status >= 500
      if (!isWorthMore || tries === TRIES) return read(answer)
      await new Promise((resolve) => setTimeout(resolve, WAIT_MS))
    }
  }

  return {
    async list(projectId) {
      const found = await ask('GET', `projects/${encodeURIComponent(projectId)}.json`)
      if (found === null) throw noProject()
      return readAs(Project, found).medias.map(mediaFrom)
    },
    async send(projectId, { name, description, type, bytes }, content) {
      const answer = await outboundFetch(
        `${url}/projects/${encodeURIComponent(projectId)}/medias.json?${new URLSearchParams({ name, description })}`,
        {
          method: 'POST',
          headers: { ...headers, 'content-type': type, 'content-length': String(bytes) },
          body: content,
        },
        { ...within, milliseconds: SEND_MS },
      ).catch(told)
      const found = await read(answer)
      if (found === null) throw noProject()
      return mediaFrom(readAs(Media, found))
    },
    async describe(hashedId, words) {
      const query = new URLSearchParams(words)
      const found = await ask('PUT', `${encodeURIComponent(hashedId)}.json?${query}`)
      if (found === null) throw noVideo()
      const media = mediaFrom(readAs(Media, found))
      if (media.hashed_id !== hashedId) throw odd()
      return media
    },
    async remove(hashedId) {
      await ask('DELETE', `${encodeURIComponent(hashedId)}.json`)
    },
  }
}

const told = (error: unknown): OutboundError => {
  if (error instanceof OutboundError) return error
  throw error
}
const noProject = () => new Refusal('not_found', 'The video service knows no such project.', 404)
const failed = (message: string, wait = 30) => new Refusal('video_service', message, 503, undefined, wait)
const odd = () => failed('We couldn’t understand the video service’s response. Nothing was changed.')

async function read(answer: Response | OutboundError): Promise<unknown> {
  if (answer instanceof OutboundError) {
    if (answer.why === 'large') throw odd()
    throw failed(
      answer.why === 'slow'
        ? 'The video service took too long to respond. Try again in a little while.'
        : 'We can’t reach the video service. Try again in a little while.',
    )
  }
  const { status } = answer
  if (status === 404 || status === 410) return null
  if (status === 401 || status === 403)
    throw failed('The video service rejected our key. Contact your Pursuit administrator.')
  if (status === 429) throw failed('The video service is busy. Try again in a minute.', 60)
  if (status >= 500) throw failed('The video service has a problem. Try again in a little while.')
  if (status === 204) return undefined
  if (status < 200 || status > 299) throw odd()
  const text = await answer.text()
  const found = jsonIn(text)
  if (found === undefined && text !== '') throw odd()
  return found
}

function readAs<T>(shape: z.ZodType<T>, found: unknown): T {
  const { success, data } = shape.safeParse(found)
  if (!success) throw odd()
  return data
}

/** Pages play only videos from these origins. */
const shownFrom = (found: z.infer<typeof Media>, origins: readonly string[]): ServiceMedia => ({
  hashed_id: found.hashed_id,
  name: found.name,
  description: found.description ?? '',
  seconds: found.duration ?? null,
  isReady: found.status == null || found.status === 'ready',
  poster: found.thumbnail?.url ?? null,
  urls: (found.assets ?? [])
    .filter(({ contentType }) => contentType == null || contentType.startsWith('video/'))
    .map(({ url }) => url.replace(/^http:/, 'https:'))
    .filter((url) => origins.includes(new URL(url).origin)),
})
