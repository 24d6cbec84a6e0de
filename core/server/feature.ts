// Feature definitions and how the app's features become one product.
import type { Needs, PortInput, PortOffer } from '#core/contract/ports.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import type { Reaction } from '#core/sync/server/reactions.ts'
import type { Database } from './database/open.ts'
import type { DemoPart } from './demo/demo.ts'
import { type Dependencies, dependenciesWith } from './dependencies.ts'
import type { ExternalApi } from './externalApi.ts'
import type { FileKind } from './files/kinds.ts'
import type { FramePage } from './http/page.ts'
import type { DataPart } from './myData.ts'
import type { NoticeDefinition } from './notices/notice.ts'
import type { MailMaker } from './outgoing/madeMail.ts'
import { ownFeature } from './ownFeature.ts'
import type { PersonSheet } from './personSheet.ts'
import type { ReportHandler } from './reports/serveReport.ts'
import type { ViewerReportHandler } from './reports/serveViewerReport.ts'
import type { Handler } from './routes.ts'
import type { SecretBox } from './secretBox.ts'
import { StartupError } from './startupError.ts'
import type { OfferedFlag, SubscriptionData } from './subscriptions.ts'
import type { PublicEvent } from './webhooks/queueEvents.ts'
import type { Job } from './work/jobs.ts'
import type { AnyTask } from './work/work.ts'

/** A new kind of part needs one line here and one in `kinds`. */
export type ServerEnvironment = {
  routes: Handler
  flags: OfferedFlag
  jobs: Job
  /** Collections that devices sync. See `GET sync`. */
  feeds: CollectionFeed
  /** Handlers for changes in other features. See `on`. */
  reactions: Reaction
  /** Webhook events. See `queueEvents`. */
  outsideEvents: PublicEvent
  /** Tasks that take longer than a call. */
  work: AnyTask
  files: FileKind
  notices: NoticeDefinition
  /** Emails that the feature composes. */
  mails: MailMaker
  /** APIs outside `/api` that follow a standard. */
  externalApis: ExternalApi
  framePages: FramePage
  reports: ReportHandler
  /** Reports for people who manage others. */
  viewerReports: ViewerReportHandler
  /** Parts of a person's data export. */
  myData: DataPart
  /** Worksheets for a person's workbook, limited to what the person can see. */
  sheets: PersonSheet
  /** Details that a subscription adds to its status. */
  subscriptionData: SubscriptionData
  demo: DemoPart
}
type Kind = keyof ServerEnvironment
const kinds: { [K in Kind]: K } = {
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
}

/** `all` returns the parts of one kind from all features. Routes can use it, because they run later. */
export type ServerContext = Dependencies & { all: <K extends Kind>(kind: K) => readonly ServerEnvironment[K][] }

type Making<T, G> = readonly T[] | ((given: G, house: ServerContext) => readonly T[])

type Running<G> = (database: Database, given: G) => Promise<void>

/** A list, or a function of the needed ports and the server context. */
export type Declared<N extends Needs> = {
  name: string
  /** Ports of other features that this one uses. */
  needs?: N
  /** Ports with their implementations. */
  offers?: readonly PortOffer[]
  /** Runs once the server accepts calls. Startup waits until the work is known, not until it is done. */
  start?: Running<PortInput<N>>
  /** A line printed once the server accepts calls, or null. `origin` is the site's root. */
  welcome?: (database: Database, origin: string) => Promise<string | null>
  /** Runs before the database is closed. */
  stop?: Running<PortInput<N>>
} & { [K in Kind]?: Making<ServerEnvironment[K], PortInput<N>> }

export type Feature = Declared<Needs>

// biome-ignore lint/complexity/noBannedTypes: a feature that needs no port
export const defineFeature = <N extends Needs = {}>(declared: Declared<N>): Feature => declared as unknown as Feature

export type Product = { [K in Kind]: readonly ServerEnvironment[K][] } & {
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
  const made = new Map<Kind, readonly unknown[]>()
  const house: ServerContext = { ...dependenciesWith(means), all: (kind) => listOf(kind) }

  function listOf<K extends Kind>(kind: K): readonly ServerEnvironment[K][] {
    const known = made.get(kind) ?? all.flatMap((feature) => partsOf(feature, kind))
    made.set(kind, known)
    return known as readonly ServerEnvironment[K][]
  }
  function partsOf<K extends Kind>(feature: Feature, kind: K): readonly ServerEnvironment[K][] {
    const making = feature[kind] as Making<ServerEnvironment[K], PortInput<Needs>> | undefined
    return typeof making === 'function' ? making(given.get(feature)!, house) : (making ?? [])
  }
  const lists = Object.fromEntries(Object.values(kinds).map((kind) => [kind, listOf(kind)])) as {
    [K in Kind]: readonly ServerEnvironment[K][]
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
