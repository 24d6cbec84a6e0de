// Deployments that share the product, distinguished by hostname.
import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { Refusal } from '#core/contract/errors.ts'
import { instanceKey } from '#core/contract/instanceKey.ts'
import { StartupError } from './startupError.ts'

const key = z.string().regex(instanceKey)
/** `url`: public root, or null for the request's. */
export type Instance = { key: string; name: string; url: string | null; domains: string[] }
/** Read when needed, because it can change. */
export type ListedInstances = { readonly own: Instance; readonly others: readonly Instance[] }

const Listed = z.array(
  z.strictObject({
    key,
    name: z.string().min(1),
    url: z.url({ protocol: /^https?$/ }).transform((url) => new URL(url).origin),
    domains: z.array(z.string().toLowerCase()).default([]),
  }),
)

export const onlyInstance = (key = 'main', name = 'Pursuit'): ListedInstances => ({
  own: { key, name, url: null, domains: [] },
  others: [],
})

/** PURSUIT_INSTANCES is JSON or a JSON file, the same for all instances: `[{"key", "name", "url", "domains"}]`. */
export function readInstances(ownKey: string, text: string | undefined): ListedInstances {
  if (!key.safeParse(ownKey).success)
    throw new StartupError(`PURSUIT_INSTANCE is “${ownKey}”. Use only lowercase letters, digits, and hyphens.`)
  if (!text) return onlyInstance(ownKey)
  const listed = Listed.safeParse(parsed(text))
  if (!listed.success)
    throw new StartupError(
      `PURSUIT_INSTANCES can’t be read: ${listed.error.issues[0]!.path.join('.')} ${listed.error.issues[0]!.message}`,
    )
  const own = listed.data.find((one) => one.key === ownKey)
  if (!own) throw new StartupError(`PURSUIT_INSTANCES doesn’t list this instance, "${ownKey}".`)
  const twice = firstTwice([...listed.data.map((one) => one.key), ...listed.data.flatMap((one) => one.domains)])
  if (twice) throw new StartupError(`PURSUIT_INSTANCES names "${twice}" twice.`)
  return { own, others: listed.data.filter((one) => one !== own) }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.trim().startsWith('[') ? text : readFileSync(text, 'utf8'))
  } catch (error) {
    throw new StartupError(`PURSUIT_INSTANCES must be JSON or the path of a JSON file: ${(error as Error).message}`)
  }
}

const firstTwice = (all: string[]) => all.find((one, place) => all.indexOf(one) !== place)

export function refuseElsewhere(meant: Instance, own: Instance): void {
  if (meant.key === own.key) return
  const where = `${meant.name}, ${meant.url}`
  throw new Refusal('other_instance', `This email address belongs to another instance. Go to ${where}.`, 400, {
    instance: where,
  })
}

// — calls that name an instance ————————————————————————————————————————————————————————————————

const isNamed = ({ key, url }: Instance, name: string) =>
  name === key || (url !== null && (name === new URL(url).host || name === new URL(url).hostname))

/**
 * Rewrites `/api/{host}/tiles` to `/api/tiles` for this instance's key or hostname. Source: the specification, section
 * 7.
 */
export function withoutHost({ own }: ListedInstances, url: string): string {
  const named = hostIn(url)
  return named !== undefined && isNamed(own, named) ? `/api${url.slice('/api/'.length + named.length)}` : url
}

const hostIn = (url: string) => /^\/api\/([^/?]+)\//.exec(url)?.[1]?.toLowerCase()

/** Names the right instance, given by X-Instance or the path's host. */
export function refuseOthers(app: FastifyInstance, instances: ListedInstances): void {
  app.addHook('onRequest', async (request) => {
    const { own, others } = instances
    if (others.length === 0) return
    const named = namesIn(request).filter((name) => !isNamed(own, name))
    const meant = others.find((other) => named.some((name) => isNamed(other, name)))
    if (!meant) return
    const where = `${meant.name}, ${meant.url}`
    throw new Refusal('other_instance', `This call belongs to another instance. Use ${where}.`, 400, {
      instance: where,
    })
  })
}

function namesIn(request: FastifyRequest): string[] {
  const header = request.headers['x-instance']
  return [hostIn(request.originalUrl), typeof header === 'string' ? header.trim().toLowerCase() : undefined].filter(
    (name) => name !== undefined,
  )
}

/** A key that is also a path's first segment is ambiguous. */
export const isWordOf = (paths: readonly string[], key: string) => paths.some((path) => path.split('/')[0] === key)

export function refuseAmbiguousKeys({ own, others }: ListedInstances, paths: readonly string[]): void {
  const wrong = [own, ...others].find((one) => isWordOf(paths, one.key))
  if (wrong) throw new StartupError(`An instance can’t have the key “${wrong.key}”. The API uses that word as a path.`)
}
