// Feature definitions and how the app's features become one product.
import type { Needs, PortInput } from '#core/contract/ports.ts'
import type { Database } from './database/open.ts'
import type { Declared, Making, PartKind, ServerContext, ServerEnvironment } from './declaration.ts'
import { type Dependencies, dependenciesWith } from './dependencies.ts'
import { ownFeature } from './ownFeature.ts'
import type { SecretBox } from './secretBox.ts'
import { StartupError } from './startupError.ts'

const kinds: { [K in PartKind]: K } = {
  routes: 'routes',
  flags: 'flags',
  jobs: 'jobs',
  feeds: 'feeds',
  work: 'work',
  outsideEvents: 'outsideEvents',
  reactions: 'reactions',
  notices: 'notices',
  mails: 'mails',
  files: 'files',
  externalApis: 'externalApis',
  framePages: 'framePages',
  reports: 'reports',
  viewerReports: 'viewerReports',
  myData: 'myData',
  sheets: 'sheets',
  subscriptionData: 'subscriptionData',
  demo: 'demo',
  listeners: 'listeners',
}

export type Feature = Declared<Needs>

// biome-ignore lint/complexity/noBannedTypes: a feature that needs no port
export const defineFeature = <N extends Needs = {}>(declared: Declared<N>): Feature => declared as unknown as Feature

export type Product = { [K in PartKind]: readonly ServerEnvironment[K][] } & {
  /** Encrypts secrets that must be readable again. */
  box: SecretBox
  start: (database: Database) => Promise<void>
  stop: (database: Database) => Promise<void>
  welcome: (database: Database, origin: string) => Promise<string[]>
}

/** Missing `dependencies` default to a standalone server. Throws a message if the features don't fit together. */
export function composeFeatures(features: readonly Feature[], means: Partial<Dependencies> = {}): Product {
  const all = [ownFeature, ...features]
  const twice = all.find(({ name }, place) => all.findIndex((one) => one.name === name) !== place)
  if (twice) throw new StartupError(`Two features are called ${twice.name}.`)
  const offers = offersOf(all)
  const given = new Map(all.map((feature) => [feature, givenTo(feature, offers)]))
  const made = new Map<PartKind, readonly unknown[]>()
  const house: ServerContext = { ...dependenciesWith(means), all: (kind) => listOf(kind) }

  function listOf<K extends PartKind>(kind: K): readonly ServerEnvironment[K][] {
    const known = made.get(kind) ?? all.flatMap((feature) => partsOf(feature, kind))
    made.set(kind, known)
    return known as readonly ServerEnvironment[K][]
  }
  function partsOf<K extends PartKind>(feature: Feature, kind: K): readonly ServerEnvironment[K][] {
    const making = feature[kind] as Making<ServerEnvironment[K], PortInput<Needs>> | undefined
    return typeof making === 'function' ? making(given.get(feature)!, house) : (making ?? [])
  }
  const lists = Object.fromEntries(Object.values(kinds).map((kind) => [kind, listOf(kind)])) as {
    [K in PartKind]: readonly ServerEnvironment[K][]
  }
  return {
    ...lists,
    box: house.box,
    async start(database) {
      await Promise.all(all.map((feature) => feature.start?.(database, given.get(feature)!)))
    },
    async welcome(database, origin) {
      const said = await Promise.all(all.map((feature) => feature.welcome?.(database, origin)))
      return said.flatMap((line) => line ?? [])
    },
    async stop(database) {
      await Promise.all(all.map((feature) => feature.stop?.(database, given.get(feature)!)))
    },
  }
}

function offersOf(features: readonly Feature[]): Map<string, unknown> {
  const offers = new Map<string, unknown>()
  for (const { offers: its = [] } of features)
    for (const { port, given } of its) {
      if (offers.has(port.name)) throw new StartupError(`The port ${port.name} is offered twice.`)
      offers.set(port.name, given)
    }
  return offers
}

function givenTo({ name, needs = {} }: Feature, offers: Map<string, unknown>): PortInput<Needs> {
  return Object.fromEntries(
    Object.entries(needs).map(([as, port]) => {
      if (!offers.has(port.name))
        throw new StartupError(`The feature ${name} needs ${port.name}, which no feature offers.`)
      return [as, offers.get(port.name)]
    }),
  )
}
