// Generated runs of two devices with two tabs each, through kills, lost and doubled requests, refusals and jumping clocks,
// over the real engine. Which actions and which server is up to the caller, so that the same runs hold for any server.
import fc from 'fast-check'
import { deleteDB } from 'idb'
import { type Action, type Actor, type AnyAction, Refusal, type Row, temporaryId } from '../protocol.ts'
import { type Engine, openEngine } from './engine.ts'
import { type Fault, faults, makeWire } from './faultyWire.ts'
import type { EngineOptions, PullParts, TransportAnswer, TransportRequest } from './parts.ts'
import { makeDevice, settle, type TestTab, turns } from './testDevice.ts'

/** A change is judged by the same runs each time; whoever looks for more plays others: PROPERTY_SEED, or any outside of CI. */
export const seeded = process.env.PROPERTY_SEED
  ? { seed: Number(process.env.PROPERTY_SEED) }
  : process.env.CI
    ? { seed: 20_261_121 }
    : {}

export type UserRequest = Omit<TransportRequest, 'signal'>
/** A server with the rows of whoever uses the devices. */
export type ServerUnderTest = {
  /** What the server answers to a request of this device's user; throws only when it can't be reached. */
  send: (request: UserRequest, device?: number) => Promise<TransportAnswer>
  /** The keys of the changes it made, in order, once for each time it made them. */
  applied: () => Promise<readonly string[]>
  close?: () => Promise<void>
}
export type Choice = { action: AnyAction; input: unknown }
export type RunSubject = Pick<EngineOptions, 'zone' | 'actions' | 'statuses'> & {
  actor: Actor
  /** Who uses the second device; without it, the same person. */
  other?: Actor
  pull: PullParts
  openServer: () => Promise<ServerUnderTest>
  /** Something a person could do who sees `rows`; `temporaryIds` were given on this device. Different `n` give different texts. */
  choose: (
    rows: readonly Row[],
    temporaryIds: readonly string[],
    pick: number,
    n: number,
    device: number,
  ) => Choice | null
}

type Where = { device: number; tab: number }
/** What a person does about an action taken before. */
type Second = { do: 'takeBack' | 'dismiss' | 'retry'; pick: number } & Where
type InTab =
  | ({ do: 'act'; picks: number[] } & Where)
  | Second
  | ({ do: 'kill' | 'close' | 'open' | 'resume' | 'focus' | 'flush' | 'pull' | 'offline' | 'online' } & Where)
export type Step = InTab | { do: 'wait'; turns: number } | { do: 'advance' | 'jump'; device: number; ms: number }
export type Run = { steps: Step[]; faults: Fault[] }

const DEVICES = 2
const TABS = 2

/** `length`: the most steps of a run. */
export function aRun(length = 40): fc.Arbitrary<Run> {
  const where = { device: fc.nat(DEVICES - 1), tab: fc.nat(TABS - 1) }
  const pick = fc.nat(9999)
  const step = fc.oneof(
    {
      weight: 12,
      arbitrary: fc.record({
        do: fc.constant('act' as const),
        picks: fc.array(pick, { minLength: 1, maxLength: 3 }),
        ...where,
      }),
    },
    { weight: 12, arbitrary: fc.record({ do: fc.constant('wait' as const), turns: fc.nat(25) }) },
    {
      weight: 5,
      arbitrary: fc.record({ do: fc.constant('advance' as const), device: where.device, ms: fc.nat(90_000) }),
    },
    {
      weight: 1,
      arbitrary: fc.record({
        do: fc.constant('jump' as const),
        device: where.device,
        ms: fc.integer({ min: -86_400_000, max: 86_400_000 }),
      }),
    },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constantFrom('takeBack' as const, 'dismiss' as const, 'retry' as const),
        pick,
        ...where,
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constantFrom('kill' as const, 'kill' as const, 'close' as const, 'open' as const),
        ...where,
      }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        do: fc.constantFrom(
          'resume' as const,
          'focus' as const,
          'flush' as const,
          'pull' as const,
          'offline' as const,
          'online' as const,
        ),
        ...where,
      }),
    },
  )
  const fault = fc.oneof(
    { weight: 12, arbitrary: fc.constant('none' as const) },
    { weight: 12, arbitrary: fc.constantFrom(...faults) },
  )
  return fc.record({
    steps: fc.array(step, { minLength: 5, maxLength: length }),
    faults: fc.array(fault, { minLength: 5, maxLength: 30 }),
  })
}

type Taken = {
  key: string
  device: number
  order: number
  rowId: string
  isSaved: boolean
  retriedAs: string[]
  fate: 'queued' | 'takenBack' | 'dismissed'
}
type Ended = OpenTab & { device: number; at: string }
type OpenTab = { engine: Engine; tab: TestTab; lastKey: () => string }

let runs = 0

/** Plays a run to its end; throws with what was broken. */
export async function play(run: Run, subject: RunSubject): Promise<void> {
  const server = await subject.openServer()
  const wire = makeWire(server, run.faults)
  const name = `run${++runs}`
  const devices = Array.from({ length: DEVICES }, (_, i) => makeDevice(`${name}-${i}`))
  const open = new Map<string, OpenTab>()
  const taken: Taken[] = []
  const temporaryIds: string[][] = devices.map(() => [])
  /** Each asking by itself: one that was answered says nothing of another that never will be. */
  const inDoubt = new Set<{ key: string }>()
  let n = 0

  const actorAt = (device: number) => (device > 0 && subject.other) || subject.actor

  async function tabAt({ device, tab }: Where): Promise<OpenTab> {
    const at = `${device}/${tab}`
    const there = open.get(at)
    if (there) return there
    const made = devices[device]!.openTab()
    let lastKey = ''
    const newKey = () => {
      lastKey = made.parts.newKey()
      return lastKey
    }
    const { zone, actions, statuses, pull } = subject
    const engine = await openEngine({
      ...made.parts,
      newKey,
      actor: actorAt(device),
      zone,
      actions,
      ...(statuses && { statuses }),
      pull,
      transport: { send: (request) => wire.send(request, made.isAlive, device) },
    })
    const opened = { engine, tab: made, lastKey: () => lastKey }
    open.set(at, opened)
    return opened
  }

  function act(where: Where, { engine }: OpenTab, pick: number) {
    const choice = subject.choose(engine.rows.all(), temporaryIds[where.device]!, pick, ++n, where.device)
    if (!choice) return
    try {
      const acted = engine.act(choice.action as Action<unknown, Row>, choice.input)
      const one: Taken = {
        key: acted.key,
        device: where.device,
        order: taken.length,
        rowId: acted.id,
        isSaved: false,
        retriedAs: [],
        fate: 'queued',
      }
      taken.push(one)
      if (choice.action.kind === 'create') temporaryIds[where.device]!.push(acted.id)
      acted.saved.then(
        () => {
          one.isSaved = true
        },
        () => undefined,
      )
    } catch (problem) {
      if (!(problem instanceof Refusal)) throw problem
    }
  }

  /** What is taken off the outbox by the person takes along what hangs on it. */
  function drop(device: number, key: string, fate: 'takenBack' | 'dismissed') {
    const one = taken.find((other) => other.device === device && (other.key === key || other.retriedAs.includes(key)))
    if (!one) return
    one.fate = fate
    for (const other of taken)
      if (other.device === device && other.rowId === one.rowId && one.rowId === temporaryId(one.key))
        other.fate = other === one ? fate : 'dismissed'
  }

  async function take(step: Step) {
    if (step.do === 'wait') return turns(step.turns)
    if ('ms' in step) return devices[step.device]!.clock[step.do](step.ms)
    await takeIn(step)
  }

  async function takeIn(step: InTab) {
    const at = `${step.device}/${step.tab}`
    if (step.do === 'kill') {
      open.get(at)?.tab.kill()
      open.delete(at)
      return
    }
    if (step.do === 'close') {
      const there = open.get(at)
      open.delete(at)
      if (there) void there.engine.close()
      return
    }
    const here = await tabAt(step)
    const { engine, tab } = here
    if (step.do === 'act') for (const pick of step.picks) act(step, here, pick)
    else if (step.do === 'resume') engine.resume()
    else if (step.do === 'focus') tab.focus()
    else if (step.do === 'flush') void engine.flush()
    else if (step.do === 'pull') void engine.pull()
    else if (step.do === 'offline' || step.do === 'online') tab.setOnline(step.do === 'online')
    else if ('pick' in step) decideLater(step, here)
  }

  function decideLater(step: Second, { engine, lastKey }: OpenTab) {
    const list = engine.outbox
      .list()
      .filter((one) => (step.do === 'takeBack' ? one.state === 'waiting' : one.state === 'refused'))
    const one = list[step.pick % Math.max(1, list.length)]
    if (!one) return
    if (step.do === 'takeBack') {
      // In a killed tab this never settles: then either is right.
      const asking = { key: one.key }
      inDoubt.add(asking)
      void engine.takeBack(one.key).then(
        (isBack) => {
          inDoubt.delete(asking)
          if (isBack) drop(step.device, one.key, 'takenBack')
        },
        () => undefined,
      )
    } else if (step.do === 'dismiss') {
      drop(step.device, one.key, 'dismissed')
      void engine.dismiss(one.key).catch(() => undefined)
    } else {
      const before = lastKey()
      void engine.retry(one.key).catch(() => undefined)
      if (lastKey() !== before)
        taken
          .find((other) => other.device === step.device && (other.key === one.key || other.retriedAs.includes(one.key)))
          ?.retriedAs.push(lastKey())
    }
  }

  for (const step of run.steps) await take(step)
  await wire.heal()
  const ends = await finish()
  await check(ends)
  for (const { engine } of open.values()) await engine.close()
  await Promise.all(devices.map((device) => deleteDB(device.name)))
  await server.close?.()

  /** Everyone comes back online, signs in and lets everything through. */
  async function finish() {
    const all: Ended[] = []
    for (let device = 0; device < DEVICES; device++) {
      for (let tab = 0; tab < TABS; tab++)
        all.push({ ...(await tabAt({ device, tab })), device, at: `${device}/${tab}` })
    }
    for (const { tab } of all) tab.setOnline(true)
    for (let round = 0; ; round++) {
      for (const { engine } of all) engine.resume()
      await turns(10)
      for (const { engine } of all) await engine.flush()
      await Promise.all(all.map(({ engine }) => engine.pull()))
      for (const device of devices) device.clock.advance(1000)
      await turns(3)
      if (round > 0 && all.every(({ engine }) => engine.status.get().waiting === 0)) return all
      if (round > 30)
        throw new Error(
          `still waiting: ${JSON.stringify(all.map(({ engine }) => [engine.status.get(), engine.outbox.list()]))}`,
        )
    }
  }

  /** What was tried again, and what had to wait for a create that was. */
  function isLater(one: Taken): boolean {
    const isCreateOf = ({ device, key }: Taken) => device === one.device && one.rowId === temporaryId(key)
    return one.retriedAs.length > 0 || taken.some((other) => other.retriedAs.length > 0 && isCreateOf(other))
  }

  async function check(ends: Ended[]) {
    const applied = await server.applied()
    const times = (key: string) => applied.filter((other) => other === key).length
    const refused = ends.map(({ device, engine }) => ({
      device,
      keys: new Set(engine.outbox.list().map((one) => one.key)),
    }))
    for (const one of taken) {
      const keys = [one.key, ...one.retriedAs]
      const made = keys.reduce((sum, key) => sum + times(key), 0)
      if (made > 1) throw new Error(`applied ${made} times: ${JSON.stringify(one)}`)
      if (one.fate === 'takenBack' && made > 0) throw new Error(`taken back but applied: ${JSON.stringify(one)}`)
      const isKnownRefused = refused.some(
        ({ device, keys: there }) => device === one.device && keys.some((key) => there.has(key)),
      )
      const mayBeTakenBack = [...inDoubt].some(({ key }) => keys.includes(key) || one.rowId === temporaryId(key))
      if (one.isSaved && !mayBeTakenBack && one.fate === 'queued' && made === 0 && !isKnownRefused)
        throw new Error(`lost: ${JSON.stringify(one)}`)
    }
    for (let device = 0; device < DEVICES; device++) {
      const order = applied
        .map((key) => taken.find((one) => one.device === device && one.key === key && !isLater(one))?.order)
        .filter((at) => at !== undefined)
      if (order.some((at, i) => i > 0 && order[i - 1]! > at))
        throw new Error(`out of order on device ${device}: ${order}`)
    }
    for (const { engine } of ends) for (const { key } of engine.outbox.list()) await engine.dismiss(key)
    await Promise.all(ends.map(({ engine }) => engine.pull()))
    const asked = { method: 'GET', address: subject.pull.address(null), body: undefined, key: null } as const
    const answers = await Promise.all(devices.map((_, device) => server.send(asked, device)))
    const truths = answers.map(({ body }) => canonical(subject.pull.read(body).rows))
    for (const { engine, at, device } of ends) {
      const truth = truths[device]
      await settle(() => engine.outbox.list().length === 0, `an empty outbox in tab ${at}`)
      const seen = canonical(engine.rows.all())
      if (seen !== truth) throw new Error(`tab ${at} differs from the server:\n${seen}\n— server —\n${truth}`)
    }
  }
}

const canonical = (rows: readonly Row[]) =>
  JSON.stringify([...rows].sort((a, b) => (a.id < b.id ? -1 : 1)).map(sorted), null, 1)

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (value === null || typeof value !== 'object') return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}
