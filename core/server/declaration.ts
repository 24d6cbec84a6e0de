// Types of what a feature declares to the server.
import type { Needs, PortInput, PortOffer } from '#core/contract/ports.ts'
import type { CollectionFeed } from '#core/sync/server/feed.ts'
import type { Reaction } from '#core/sync/server/reactions.ts'
import type { Database } from './database/open.ts'
import type { DemoPart } from './demo/demo.ts'
import type { Dependencies } from './dependencies.ts'
import type { ExternalApi } from './externalApi.ts'
import type { FileKind } from './files/kinds.ts'
import type { FramePage } from './http/page.ts'
import type { Listener } from './listener.ts'
import type { DataPart } from './myData.ts'
import type { NoticeDefinition } from './notices/notice.ts'
import type { MailMaker } from './outgoing/madeMail.ts'
import type { PersonSheet } from './personSheet.ts'
import type { ReportHandler } from './reports/serveReport.ts'
import type { ViewerReportHandler } from './reports/serveViewerReport.ts'
import type { Handler } from './routes.ts'
import type { OfferedFlag, SubscriptionData } from './subscriptions.ts'
import type { PublicEvent } from './webhooks/queueEvents.ts'
import type { Job } from './work/jobs.ts'
import type { AnyTask } from './work/work.ts'

/** A new kind of part needs one line here and one in `kinds` of feature.ts. */
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
  /** Other servers of this process, such as one for email. */
  listeners: Listener
}
export type PartKind = keyof ServerEnvironment

/** `all` returns the parts of one kind from all features. Routes can use it, because they run later. */
export type ServerContext = Dependencies & { all: <K extends PartKind>(kind: K) => readonly ServerEnvironment[K][] }

export type Making<T, G> = readonly T[] | ((given: G, house: ServerContext) => readonly T[])

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
} & { [K in PartKind]?: Making<ServerEnvironment[K], PortInput<N>> }
