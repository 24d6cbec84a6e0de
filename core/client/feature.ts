// How a feature declares itself to the client in its feature.tsx, and how the features that the app lists become one product.
// What is declared here is loaded at every start: screens, words and verbs stand behind an `import()`, which opening them calls.
import type { ComponentType, ReactNode } from 'react'
import type { Flag } from '#core/contract/area.ts'
import type { AnyReport } from '#core/contract/report.ts'
import type { Session } from '#core/contract/session.ts'
import type { AnyViewerReport, NarrowedTo, ViewerReport, WithRows } from '#core/contract/viewerReport.ts'
import type { Engine, Outgoing } from '#core/sync/client/engine.ts'
import type { AnyCollection } from '#core/sync/collection.ts'
import type { AnyAction } from '#core/sync/protocol.ts'
import type { Area } from './areas.ts'
import type { FeatureNotices } from './notices.ts'
import type { PaletteGroup, PaletteItem } from './palette/palette.ts'
import type { ShownRows } from './reports/Meanings.tsx'
import type { AskedFacts } from './reports/useReportFacts.ts'

export type Load<T> = () => Promise<T>

// biome-ignore lint/suspicious/noExplicitAny: `screen` has tied component and props together
export type AnyComponent = ComponentType<any>

/** An address as a screen reads it. */
export type RouteLocation = {
  params: Readonly<Record<string, string>>
  search: Readonly<Record<string, unknown>>
  hash: string
}

type Anywhere = {
  /** As the router reads it: '/target/$id', '/admin/$' for everything below. */
  path: string
  /** Who is not among them is led to where they belong. Without it: who is signed in. */
  opensTo?: 'signedOut' | 'signedOutOrEnded' | 'everyone'
  /** Another address, where this one only leads to it. */
  leadsTo?: (place: RouteLocation) => string | undefined
}
/** What an address shows; the screens of an area open to whom the area does. */
export type Screen = Anywhere & {
  load?: Load<AnyComponent>
  propsOf?: (place: RouteLocation) => object
  /** Names the place for links that lead back to it: 'the Target'. Is given the address's parameters. */
  called?: Load<ComponentType<RouteLocation['params']>>
  /** Stays while one goes from screen to screen within it. */
  frame?: Load<ComponentType<{ children: ReactNode }>>
}

/** Ties an address to its component and to what the component is given of the address. */
export const screen = <P extends object>(
  path: string,
  load: Load<ComponentType<P>>,
  rest: Omit<Screen, 'path' | 'load' | 'propsOf'> & { propsOf?: (place: RouteLocation) => P } = {},
): Screen => ({ path, load, ...rest })

/** `id` is the address behind the tab's name: in '/admin/people/{id}' the person's. */
export type TabProps = { id: string | null; isOffline: boolean }

/** A tab of an area's page, this feature's own or another's; without a label, more of a tab that is there. */
export type Tab = {
  area: string
  name: string
  label?: string
  /** Among the tabs of the area: the smaller, the earlier. */
  order: number
  /** The heading above it, in an area whose navigation has groups: 'People'. */
  group?: string
  /** The firm's subscription that has to be on. */
  flag?: Flag
  /** Reached from elsewhere; it does not stand in the row. */
  isUnlisted?: true
  isFor?: (session: Session) => boolean
  /** The person's alone: closed to somebody who works as them. */
  isOwn?: true
  load: Load<ComponentType<TabProps>>
  /** A hook: how many things it holds, for behind its label; 0 is not said. */
  count?: Load<() => number>
}

/** What a feature adds to the palette. */
export type PaletteEntries = {
  /** Things that are found by typing. */
  groups?: readonly PaletteGroup[]
  screens?: readonly PaletteItem[]
  commands?: readonly PaletteItem[]
  /** What else can be done with what was typed. */
  otherwise?: (query: string) => PaletteItem
}

/** How the outbox speaks of a feature's actions. `today` is the firm's. */
export type OutboxLabels = {
  sentenceOf: (outgoing: Outgoing, today: string) => ReactNode
  /** What the person typed, to be copied out of a refused action; null where nothing was. */
  typedIn: (outgoing: Outgoing) => string | null
  /** 'Copy your note', where 'Copy what you typed' says too little. */
  copyLabelOf?: (outgoing: Outgoing) => string | undefined
}

/** What works without a network. */
export type Offline = {
  collections: readonly AnyCollection[]
  actions: readonly AnyAction[]
  words: Load<OutboxLabels>
  /** Is called once the rows are there: follows what else of them is on the device. */
  follow?: (engine: Engine) => void
}

/** What a step is made of: texts to choose from, and where they come from. `path` is an address of the app; `about` are words in which a target may be named. */
export type IntoStepProps = {
  texts: readonly { label: string; text: string; about?: string }[]
  source: { label: string; path: string }
  onDone: () => void
}
/** Makes a step of what somebody read or wrote elsewhere. */
export type StepMaker = { flag: Flag; load: Load<ComponentType<IntoStepProps>> }

/**
 * The step as it is described; `from` is the address of the app where it stands, to which what helps leads back. `onKnown` is called with true once
 * it is drawn, or once it is known that nothing helps.
 */
export type StepHelpProps = { description: string; from: string; onKnown: (isKnown: true) => void }
/** Shows what helps with a step. */
export type StepHelper = { flag: Flag; load: Load<ComponentType<StepHelpProps>> }

/** What can be done with a target from another area's screen; `from` is that screen's address. Is told when something was done. */
export type TargetActsProps = {
  targetId: string
  offers: readonly ('snooze' | 'join')[]
  from: string
  onActed: () => void
}
/** Buttons by which a target is opened, and what else is offered. */
export type TargetActor = { flag: Flag; load: Load<ComponentType<TargetActsProps>> }

/** Steps of targets, for areas whose screens lead to some. Each answers false where a rule refused it; the person has been told. */
export type TargetSteps = {
  /** By then it becomes the open step, or is kept beside the one that is open. `by` is a day. */
  propose: (targetId: string, step: { description: string; help: string; by: string }) => boolean
  /** It is done; the open step stays. */
  noteDone: (targetId: string, step: { description: string; help: string }) => boolean
}
export type TargetStepper = { flag: Flag; load: Load<() => TargetSteps> }

export type AppPanel = { flag: Flag; load: Load<ComponentType> }

export type ListedReport = { flag: Flag; load: Load<AnyReport> }

/** What a report's own screen is given; `which` is of the address. */
export type ReportScreenProps<F extends WithRows> = {
  report: ViewerReport<F>
  facts: F
  /** What they answer. */
  asked: AskedFacts
  which: string | undefined
  chooseWhich: (which: string | undefined) => void
  /** The Targets that the rows are narrowed to. */
  narrowed: NarrowedTo
  narrow: (name: keyof NarrowedTo, to: string) => void
  /** Is told which rows the screen shows. */
  onShown: (shown: ShownRows) => void
  /** Asks for the facts once more. */
  ask: () => void
  /** Files and mails, for a screen that has no head. */
  actions: ReactNode
}
/** A report of the Viewer; without a screen of its own its sums, charts and tables are shown. */
export type ListedViewerReport = {
  name: string
  load: Load<AnyViewerReport>
  screen?: Load<AnyComponent>
  /** What stands at its address for who does not have it. */
  without?: Load<ComponentType>
}

export type Feature = {
  name: string
  area?: Area
  screens?: readonly Screen[]
  /** Its own area's, or what it adds to another's. */
  tabs?: Load<readonly Tab[]>
  /** A hook; it runs while the palette is open. */
  palette?: Load<(session: Session) => PaletteEntries>
  offline?: Load<Offline>
  /** The same, of what no screen needs before one of this feature opens: learned in a quiet moment, or by `useLearned`. */
  offlineLater?: Load<Offline>
  /** What it tells people of, and how the inbox shows it. */
  notices?: Load<FeatureNotices>
  /** What it puts into the Controls of the Tracker, where the firm has subscribed to it. */
  panels?: readonly AppPanel[]
  /** A button beside the Tracker's Controls, with what it opens, where the firm has subscribed to it. Loaded once the list stands. */
  tools?: readonly AppPanel[]
  /** What it counts: shown where reports are, after the panels. */
  reports?: readonly ListedReport[]
  /** What it counts of people, for those who manage them: shown in the Viewer. */
  viewerReports?: Load<readonly ListedViewerReport[]>
  /** Stands in the top bar of every page. */
  bar?: Load<ComponentType>
  /** One feature at most has it: see `IntoStep`. */
  stepMaker?: StepMaker
  /** One feature at most has it: see `StepHelp`. */
  stepHelp?: StepHelper
  /** One feature at most has it: see `TargetActs`. */
  targetActs?: TargetActor
  /** One feature at most has it: a hook, see `useTargetSteps`. */
  targetSteps?: TargetStepper
  /** Ends on this device when the person's session does. */
  leave?: () => Promise<unknown>
  /** What stands around every page of somebody who is signed in. One feature has it. */
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
  reports: readonly ListedReport[]
  viewerReports: Load<readonly ListedViewerReport[]>
  bar: readonly NonNullable<Feature['bar']>[]
  stepMaker: StepMaker | undefined
  stepHelp: StepHelper | undefined
  targetActs: TargetActor | undefined
  targetSteps: TargetStepper | undefined
  leave: () => Promise<unknown>
  inside: NonNullable<Feature['inside']>
  notices: Load<FeatureNotices>
}

/** The features as one product, in the order given. Throws a sentence where they don't fit together. */
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
    reports: features.flatMap(({ reports = [] }) => reports),
    viewerReports: async () => (await Promise.all(features.map((feature) => feature.viewerReports?.() ?? []))).flat(),
    bar: features.flatMap((feature) => feature.bar ?? []),
    stepMaker: features.find(({ stepMaker }) => stepMaker)?.stepMaker,
    stepHelp: features.find(({ stepHelp }) => stepHelp)?.stepHelp,
    targetActs: features.find(({ targetActs }) => targetActs)?.targetActs,
    targetSteps: features.find(({ targetSteps }) => targetSteps)?.targetSteps,
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
