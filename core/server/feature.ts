// How a feature declares itself to the server in its feature.ts, and how the features that the app lists become one product.
import type { Needs, PortInput, PortOffer } from '#core/contract/ports.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import type { Reaction } from '#core/sync/server/reactions.ts'
import { StartupError } from './cannotStart.ts'
import type { Database } from './database/open.ts'
import type { DemoPart } from './demo/demo.ts'
import type { ExternalApi } from './externalApi.ts'
import type { FileKind } from './files/kinds.ts'
import type { FramePage } from './http/page.ts'
import { type Dependencies, dependenciesWith } from './means.ts'
import type { DataPart } from './myData.ts'
import type { NoticeDefinition } from './notices/notice.ts'
import type { MailMaker } from './outgoing/madeMail.ts'
import { ownFeature } from './ownFeature.ts'
import type { PersonSheet } from './personSheet.ts'
import type { ReportHandler } from './reports/serveReport.ts'
import type { ViewerReportHandler } from './reports/serveViewerReport.ts'
import type { Handler } from './routes.ts'
import type { SecretBox } from './secretBox.ts'
import type { OfferedFlag, SubscriptionData } from './subscriptions.ts'
import type { PublicEvent } from './webhooks/queueEvents.ts'
import type { Job } from './work/jobs.ts'
import type { AnyTask } from './work/work.ts'

/** What a feature adds to the product. A new kind of part is one line here and one in `kinds`. */
export type ServerEnvironment = {
  routes: Handler
  /** What of it a firm can subscribe to. */
  flags: OfferedFlag
  /** Work that is due by the clock. */
  jobs: Job
  /** What devices keep and are told of, see `GET sync`. */
  feeds: CollectionFeed
  /** What it does about what happens in others, see `on`. */
  reactions: Reaction
  /** What programs of a firm can be told of, see `queueEvents`. */
  outsideEvents: PublicEvent
  /** Work that takes longer than a call. */
  work: AnyTask
  /** What files it keeps, and who may open them. */
  files: FileKind
  /** What it tells people. */
  notices: NoticeDefinition
  /** What mails it makes by itself. */
  mails: MailMaker
  /** What it answers beside /api, in the form of a standard. */
  externalApis: ExternalApi
  /** Pages of its own that another page shows in a frame. */
  framePages: FramePage
  /** What it counts, as figures and as files. */
  reports: ReportHandler
  /** What it counts of people, for those who manage them. */
  viewerReports: ViewerReportHandler
  /** What is kept of a person, for the file of their own data. */
  myData: DataPart
  /** What a person may see of it, for the workbook of theirs. */
  sheets: PersonSheet
  /** What a subscription tells a person besides that it is on. */
  subscriptionData: SubscriptionData
  /** What it has in the demo, in an empty database of somebody who is only looking. */
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

/** Where the product runs, and the parts of one kind of all features: routes may use them, since they answer later. */
export type ServerContext = Dependencies & { all: <K extends Kind>(kind: K) => readonly ServerEnvironment[K][] }

type Making<T, G> = readonly T[] | ((given: G, house: ServerContext) => readonly T[])

type Running<G> = (database: Database, given: G) => Promise<void>

/** A list, or a function of the needed ports and the house that makes it. */
export type Declared<N extends Needs> = {
  name: string
  /** Ports of other features that this one uses. */
  needs?: N
  /** Ports of its own contract, with what stands behind them. */
  offers?: readonly PortOffer[]
  /** After the server answers. Not waited for longer than until it is known what there is to do. */
  start?: Running<PortInput<N>>
  /** A line for whoever started the server, printed once it answers; null says nothing. `origin` is the site's root. */
  welcome?: (database: Database, origin: string) => Promise<string | null>
  /** Before the database is closed. */
  stop?: Running<PortInput<N>>
} & { [K in Kind]?: Making<ServerEnvironment[K], PortInput<N>> }

export type Feature = Declared<Needs>

// biome-ignore lint/complexity/noBannedTypes: a feature that needs no port
export const defineFeature = <N extends Needs = {}>(declared: Declared<N>): Feature => declared as unknown as Feature

export type Product = { [K in Kind]: readonly ServerEnvironment[K][] } & {
  /** Seals secrets that have to be read again. */
  box: SecretBox
  start: (database: Database) => Promise<void>
  stop: (database: Database) => Promise<void>
  /** What the features say to whoever started the server. */
  welcome: (database: Database, origin: string) => Promise<string[]>
}

/** The features as one product; what `means` does not say is as for a server that stands alone. Throws a sentence where they don't fit together. */
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
