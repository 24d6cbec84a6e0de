// Defines how a feature declares itself to the client in its feature.tsx. Declarations load at every start, so screens,
// texts, and actions must be behind an `import()`.
import type { ComponentType, ReactNode } from 'react'
import type { Flag } from '#core/contract/area.ts'
import type { AnyReport } from '#core/contract/report.ts'
import type { Session } from '#core/contract/session.ts'
import type { AnyViewerReport, NarrowedTo, ViewerReport, WithRows } from '#core/contract/viewerReport.ts'
import type { Engine, Outgoing } from '#core/sync/client/types.ts'
import type { AnyCollection, Row } from '#core/sync/collection.ts'
import type { AnyAction } from '#core/sync/protocol.ts'
import type { Area } from './areas.ts'
import type { Load } from './lazyComponent.tsx'
import type { FeatureNotices } from './notices.ts'
import type { PaletteGroup, PaletteItem } from './palette/palette.ts'
import type { ShownRows } from './reports/Meanings.tsx'
import type { AskedFacts } from './reports/useReportFacts.ts'

// biome-ignore lint/suspicious/noExplicitAny: `screen` has tied component and props together
export type AnyComponent = ComponentType<any>

export type RouteLocation = {
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, unknown>>
  hash: string
}

type Anywhere = {
  /** Router pattern: '/target/$id', or '/admin/$' for everything below. */
  path: string
  /** Everyone else is redirected. The default is people who are signed in. */
  opensTo?: 'signedOut' | 'signedOutOrEnded' | 'everyone'
  /** Path to redirect to. */
  leadsTo?: (place: RouteLocation) => string | undefined
}
/** Screens of an area are open to the same people as the area. */
export type Screen = Anywhere & {
  load?: Load<AnyComponent>
  propsOf?: (place: RouteLocation) => object
  /** Names the page in links that lead back to it: 'the Target'. */
  called?: Load<ComponentType<RouteLocation['params']>>
  /** Stays mounted, hidden, while another screen of its frame is open, so that 'back' leads to it right away. */
  isKept?: true
  /** Stays mounted while the person moves between its screens. */
  frame?: Load<ComponentType<{ children: ReactNode }>>
}

export const screen = <P extends object>(
  path: string,
  load: Load<ComponentType<P>>,
  rest: Omit<Screen, 'path' | 'load' | 'propsOf'> & { propsOf?: (place: RouteLocation) => P } = {},
): Screen => ({ path, load, ...rest })

/** `id` is the part of the path after the tab's name, such as a person's ID. */
export type TabProps = { id: string | null; isOffline: boolean }

/** A tab of this feature's area or another's. Without a label it adds content to an existing tab. */
export type Tab = {
  area: string
  name: string
  label?: string
  /** Ascending. */
  order: number
  /** The heading above it, in grouped navigation: 'People'. */
  group?: string
  flag?: Flag
  /** Reached by links only. */
  isUnlisted?: true
  isFor?: (session: Session) => boolean
  /** Hidden from someone who works as the person. */
  isOwn?: true
  load: Load<ComponentType<TabProps>>
  /** A hook. 0 isn't shown. */
  count?: Load<() => number>
}

export type PaletteEntries = {
  /** Found by typing. */
  groups?: readonly PaletteGroup[]
  screens?: readonly PaletteItem[]
  commands?: readonly PaletteItem[]
  /** Actions that the typed text asks for, shown first. */
  asked?: (query: string) => readonly PaletteItem[]
  /** A fallback action for the typed text. */
  otherwise?: (query: string) => PaletteItem
}

/** Describes a feature's actions in the outbox. `today` is in the firm's time zone. */
export type OutboxLabels = {
  sentenceOf: (outgoing: Outgoing, today: string) => ReactNode
  /** Text to copy out of a rejected action, or null. */
  typedIn: (outgoing: Outgoing) => string | null
  /** A label such as 'Copy your note' to replace 'Copy what you typed'. */
  copyLabelOf?: (outgoing: Outgoing) => string | undefined
}

export type Offline = {
  collections: readonly AnyCollection[]
  actions: readonly AnyAction[]
  words: Load<OutboxLabels>
  /** Called once the rows have loaded. */
  follow?: (engine: Engine) => void
}

/** `path` is a path of the app. `about` is text in which a target may be named. */
export type IntoStepProps = {
  texts: readonly { label: string; text: string; about?: string }[]
  source: { label: string; path: string }
  onDone: () => void
}
export type StepMaker = { flag: Flag; load: Load<ComponentType<IntoStepProps>> }

/**
 * `from` is the path of the step's page. `onKnown` is called once the help has rendered, or once it's clear that
 * nothing helps.
 */
export type StepHelpProps = {
  description: string
  from: string
  /** Help that comes after the first paint is folded, unless there is room for it. */
  isFolded: boolean
  onKnown: (isKnown: true) => void
}
export type StepHelper = {
  flag: Flag
  load: Load<ComponentType<StepHelpProps>>
  /** Requests what the component shows, so that it's there before a Target opens. */
  ask: (engine: Engine) => Promise<void>
}

/** `from` is that screen's path. Notified after an action. */
export type TargetActsProps = {
  targetId: string
  offers: readonly ('snooze' | 'join')[]
  from: string
  onActed: () => void
}
export type TargetActor = { flag: Flag; load: Load<ComponentType<TargetActsProps>> }

/** Each function returns false when a rule rejected it and showed the reason. */
export type TargetSteps = {
  /** Becomes the open step, or is saved next to the current one. `by` is a day. */
  propose: (targetId: string, step: { description: string; help: string; by: string }) => boolean
  /** The open step doesn't change. */
  noteDone: (targetId: string, step: { description: string; help: string }) => boolean
}
export type TargetStepper = { flag: Flag; load: Load<() => TargetSteps> }

/**
 * A touch can be about a Target, or about a contact alone. The first contact is chosen at first. `isShared`: colleagues are
 * on the Target.
 */
export type TouchAbout = {
  targetId: string | null
  name: string
  contacts: readonly { id: string; name: string }[]
  isShared: boolean
  /** A contact’s Targets, to choose from. */
  targets?: readonly { id: string; name: string }[]
}
/** A touch is a row of the feature that owns touches. */
export type LogTouchProps = { about: TouchAbout; touch?: Row; onClose: () => void }
/** `children` follow the time. Without `onEdit`, the touch can’t be changed here. */
export type TouchLineProps = {
  touch: Row
  onEdit?: () => void
  onMove?: () => void
  /** Offers to add people in an email as contacts, except those with these addresses. */
  contacts?: { known: readonly string[]; onAdd: (person: { name: string; email: string }) => void }
  children?: ReactNode
}
/** A Target on which a dropped email or meeting can be filed. `lastTouch` is a day. */
export type FilingTarget = {
  id: string
  name: string
  isMine: boolean
  lastTouch: string | null
  status: string
  contacts: readonly { id: string; name: string; emails: readonly string[] }[]
}
export type FilesToFile = {
  files: readonly File[]
  targets: readonly FilingTarget[]
  /** Files everything on this one. Otherwise its people decide. */
  onTarget: string | null
  ownEmail: string
  zone: string
  /** Opens the form for a new Target, filled in. */
  onNew: (given: { company: string; contact: string; contact_email: string }) => void
  /** Opens the dialog that moves a touch. */
  onMove: (touchId: string) => void
}
export type TouchParts = {
  LogTouch: ComponentType<LogTouchProps>
  TouchLine: ComponentType<TouchLineProps>
  /** Asks whether a touch was the open step, until it’s answered. */
  StepQuestion: ComponentType<{ touch: Row; onDone: () => void }>
  /** Logs a touch of now with the first contact. `onDetails` opens what was logged. */
  logNow: (
    engine: Engine,
    kind: 'call' | 'meeting' | 'email',
    about: TouchAbout,
    onDetails: (id: string) => void,
  ) => void
  /** 'Call with Jane Doe, 20 min'. Null for a line that names no contact, or doesn't say what happened. */
  readLine: (line: string, contacts: TouchAbout['contacts'], today: string) => string | null
  logLine: (engine: Engine, line: string, about: TouchAbout, when: { zone: string; today: string }) => void
  /** Files dropped emails and meetings, and says what became of each. */
  file: (engine: Engine, given: FilesToFile) => Promise<void>
  /** `name` is the Target’s. */
  move: (engine: Engine, touch: Row, to: { targetId: string; name: string }) => void
}
export type TouchRecorder = { flag: Flag; load: Load<TouchParts> }

export type AppPanel = { flag: Flag; load: Load<ComponentType> }

export type ListedReport = { flag: Flag; load: Load<AnyReport> }

/** `which` comes from the path. */
export type ReportScreenProps<F extends WithRows> = {
  report: ViewerReport<F>
  facts: F
  /** The request that the facts belong to. */
  asked: AskedFacts
  which: string | undefined
  chooseWhich: (which: string | undefined) => void
  /** The Targets to which the rows are narrowed. */
  narrowed: NarrowedTo
  narrow: (name: keyof NarrowedTo, to: string) => void
  onShown: (shown: ShownRows) => void
  ask: () => void
  /** File and email buttons, for a screen without a header. */
  actions: ReactNode
}
/** Without a custom screen its totals, charts, and tables are shown. */
export type ListedViewerReport = {
  name: string
  load: Load<AnyViewerReport>
  screen?: Load<AnyComponent>
  /** Shown to people who don't have the report. */
  without?: Load<ComponentType>
}

export type Feature = {
  name: string
  area?: Area
  screens?: readonly Screen[]
  /** Tabs of its area or another's. */
  tabs?: Load<readonly Tab[]>
  /** A hook that runs while the palette is open. */
  palette?: Load<(session: Session) => PaletteEntries>
  offline?: Load<Offline>
  /** Like `offline`, but loaded when the browser is idle or by `useLoadedCollections`. */
  offlineLater?: Load<Offline>
  notices?: Load<FeatureNotices>
  /** Shown in the Tracker's Controls if the firm subscribes to it. */
  panels?: readonly AppPanel[]
  /** Button next to the Tracker's Controls, if the firm subscribes to it. Loaded once the list has rendered. */
  tools?: readonly AppPanel[]
  /** Line below the summary of one's own figures, if the firm subscribes to it. */
  summaryParts?: readonly AppPanel[]
  /** Shown after the panels. */
  reports?: readonly ListedReport[]
  /** Shown in the Viewer to people's managers. */
  viewerReports?: Load<readonly ListedViewerReport[]>
  bar?: Load<ComponentType>
  /** At most one feature sets it. See `IntoStep`. */
  stepMaker?: StepMaker
  /** At most one feature sets it. See `StepHelp`. */
  stepHelp?: StepHelper
  /** At most one feature sets it. See `TargetActs`. */
  targetActs?: TargetActor
  /** A hook that at most one feature sets. See `useTargetSteps`. */
  targetSteps?: TargetStepper
  /** At most one feature sets it. See `useTouchParts`. */
  touches?: TouchRecorder
  /** Cleans up on this device when the session ends. */
  leave?: () => Promise<unknown>
  /** The frame around every page of a signed-in person. Exactly one feature sets it. */
  inside?: Load<ComponentType<{ children: ReactNode }>>
}

export const defineFeature = (feature: Feature): Feature => feature

type Placed = Screen & { area: Area | undefined }

export type Product = {
  areas: readonly Area[]
  screens: readonly Placed[]
  tabs: Load<readonly Tab[]>
  palette: readonly NonNullable<Feature['palette']>[]
  offline: Load<Offline[]>
  offlineLater: Load<Offline[]>
  panels: readonly AppPanel[]
  tools: readonly AppPanel[]
  summaryParts: readonly AppPanel[]
  reports: readonly ListedReport[]
  viewerReports: Load<readonly ListedViewerReport[]>
  bar: readonly NonNullable<Feature['bar']>[]
  stepMaker: StepMaker | undefined
  stepHelp: StepHelper | undefined
  targetActs: TargetActor | undefined
  targetSteps: TargetStepper | undefined
  touches: TouchRecorder | undefined
  leave: () => Promise<unknown>
  inside: NonNullable<Feature['inside']>
  notices: Load<FeatureNotices>
}

/** Throws a sentence when the features don't fit together. */
export function composeFeatures(features: readonly Feature[]): Product {
  const [inside, ...more] = features.flatMap((feature) => feature.inside ?? [])
  if (!inside || more.length) throw new Error('There is no single frame.')
  const offline = features.flatMap((feature) => feature.offline ?? [])
  const offlineLater = features.flatMap((feature) => feature.offlineLater ?? [])
  return {
    areas: features.flatMap(({ area }) => area ?? []).sort((a, b) => a.order - b.order),
    screens: features.flatMap(({ area, screens = [] }) => screens.map((one) => ({ ...one, area }))),
    async tabs() {
      const all = await Promise.all(features.map((feature) => feature.tabs?.() ?? []))
      return all.flat().sort((a, b) => a.order - b.order)
    },
    palette: features.flatMap((feature) => feature.palette ?? []),
    offline: () => Promise.all(offline.map((load) => load())),
    offlineLater: () => Promise.all(offlineLater.map((load) => load())),
    panels: features.flatMap(({ panels = [] }) => panels),
    tools: features.flatMap(({ tools = [] }) => tools),
    summaryParts: features.flatMap(({ summaryParts = [] }) => summaryParts),
    reports: features.flatMap(({ reports = [] }) => reports),
    viewerReports: async () => (await Promise.all(features.map((feature) => feature.viewerReports?.() ?? []))).flat(),
    bar: features.flatMap((feature) => feature.bar ?? []),
    stepMaker: features.find(({ stepMaker }) => stepMaker)?.stepMaker,
    stepHelp: features.find(({ stepHelp }) => stepHelp)?.stepHelp,
    targetActs: features.find(({ targetActs }) => targetActs)?.targetActs,
    targetSteps: features.find(({ targetSteps }) => targetSteps)?.targetSteps,
    touches: features.find(({ touches }) => touches)?.touches,
    leave: () => Promise.all(features.map((feature) => feature.leave?.())),
    inside,
    async notices() {
      const all = await Promise.all(features.map((feature) => feature.notices?.()))
      return {
        notices: all.flatMap((one) => one?.notices ?? []),
        looks: Object.assign({}, ...all.map((one) => one?.looks)),
      }
    },
  }
}
