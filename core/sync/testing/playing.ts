// Plays runs over the real engine. The subject provides rows, actions, and server for any product.
import { deleteDB } from 'idb'
import { openEngine } from '../client/engine.ts'
import { type Action, Refusal, type Row, temporaryId } from '../protocol.ts'
import { makeDevice, type TestDevice, turns } from './device.ts'
import { type Ended, judge, type OpenTab, type Played, type Taken } from './judging.ts'
import { DEVICES, type InTab, type Run, type Second, type Step, TABS, type Where } from './runs.ts'
import type { RunSubject } from './subject.ts'
import { makeWire } from './wire.ts'

type Game = Played & {
  wire: ReturnType<typeof makeWire>
  devices: TestDevice[]
  open: Map<string, OpenTab>
  temporaryIds: string[][]
  /** Number of attempts so far, which makes texts differ. */
  n: number
}

let runs = 0

/** Throws if an invariant is broken. */
export async function play(run: Run, subject: RunSubject): Promise<void> {
  const server = await subject.openServer()
  const name = `run${++runs}`
  const devices = Array.from({ length: DEVICES }, (_, i) => makeDevice(`${name}-${i}`))
  const game: Game = {
    subject,
    server,
    wire: makeWire(server, run.faults),
    devices,
    open: new Map(),
    taken: [],
    temporaryIds: devices.map(() => []),
    inDoubt: new Set(),
    n: 0,
  }
  for (const step of run.steps) await take(game, step)
  await game.wire.heal()
  await judge(game, await finish(game))
  for (const { engine } of game.open.values()) await engine.close()
  await Promise.all(devices.map((device) => deleteDB(device.name)))
  await server.close?.()
}

async function tabAt({ subject, devices, open, wire }: Game, { device, tab }: Where): Promise<OpenTab> {
  const at = `${device}/${tab}`
  const there = open.get(at)
  if (there) return there
  const made = devices[device]!.openTab()
  let lastKey = ''
  const newKey = () => {
    lastKey = made.parts.newKey()
    return lastKey
  }
  const { zone, collections, actions, actor, other } = subject
  const engine = await openEngine({
    ...made.parts,
    newKey,
    actor: (device > 0 && other) || actor,
    zone,
    collections,
    actions,
    transport: { send: (request) => wire.send(request, made.isAlive, device) },
  })
  const opened = { engine, tab: made, lastKey: () => lastKey }
  open.set(at, opened)
  return opened
}

async function take(game: Game, step: Step) {
  if (step.do === 'wait') return turns(step.turns)
  if ('ms' in step) return game.devices[step.device]!.clock[step.do](step.ms)
  await takeIn(game, step)
}

async function takeIn(game: Game, step: InTab) {
  const at = `${step.device}/${step.tab}`
  if (step.do === 'kill' || step.do === 'close') {
    const there = game.open.get(at)
    game.open.delete(at)
    if (step.do === 'kill') there?.tab.kill()
    else void there?.engine.close()
    return
  }
  const here = await tabAt(game, step)
  const { engine, tab } = here
  if (step.do === 'act') for (const pick of step.picks) act(game, step, here, pick)
  else if (step.do === 'resume') engine.resume()
  else if (step.do === 'focus') tab.focus()
  else if (step.do === 'flush') void engine.flush()
  else if (step.do === 'pull') void engine.pull()
  else if (step.do === 'offline' || step.do === 'online') tab.setOnline(step.do === 'online')
  else if ('pick' in step) decideLater(game, step, here)
}

function act(game: Game, { device }: Where, { engine }: OpenTab, pick: number) {
  const { subject, taken, temporaryIds } = game
  const choice = subject.choose((one) => engine.of(one).all(), temporaryIds[device]!, pick, ++game.n, device)
  if (!choice) return
  try {
    const acted = engine.act(choice.action as Action<unknown, Row>, choice.input)
    const one: Taken = {
      key: acted.key,
      device,
      order: taken.length,
      rowId: acted.id,
      collection: choice.action.collection.name,
      texts: subject.typedIn?.(choice) ?? [],
      isSaved: false,
      retriedAs: [],
      fate: 'queued',
    }
    taken.push(one)
    if (choice.action.kind === 'create') temporaryIds[device]!.push(acted.id)
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

function decideLater(game: Game, step: Second, { engine, lastKey }: OpenTab) {
  const { taken, inDoubt } = game
  const list = engine.outbox
    .list()
    .filter((one) => (step.do === 'takeBack' ? one.state === 'waiting' : one.state === 'refused'))
  const one = list[step.pick % Math.max(1, list.length)]
  if (!one) return
  if (step.do === 'takeBack') {
    // Never settles in a killed tab. Either outcome is then correct.
    const asking = { key: one.key }
    inDoubt.add(asking)
    void engine.takeBack(one.key).then(
      (isBack) => {
        inDoubt.delete(asking)
        if (isBack) drop(taken, step.device, one.key, 'takenBack')
      },
      () => undefined,
    )
  } else if (step.do === 'dismiss') {
    drop(taken, step.device, one.key, 'dismissed')
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

/** Removing an action from the outbox also removes its dependents. */
function drop(taken: Taken[], device: number, key: string, fate: 'takenBack' | 'dismissed') {
  const one = taken.find((other) => other.device === device && (other.key === key || other.retriedAs.includes(key)))
  if (!one) return
  one.fate = fate
  for (const other of taken)
    if (other.device === device && other.rowId === one.rowId && one.rowId === temporaryId(one.key))
      other.fate = other === one ? fate : 'dismissed'
}

/** Brings everyone online, signs them in, and lets all requests through. */
async function finish(game: Game): Promise<Ended[]> {
  const all: Ended[] = []
  for (let device = 0; device < DEVICES; device++) {
    for (let tab = 0; tab < TABS; tab++)
      all.push({ ...(await tabAt(game, { device, tab })), device, at: `${device}/${tab}` })
  }
  for (const { tab } of all) tab.setOnline(true)
  for (let round = 0; ; round++) {
    for (const { engine } of all) engine.resume()
    await turns(10)
    for (const { engine } of all) await engine.flush()
    await Promise.all(all.map(({ engine }) => engine.pull()))
    for (const device of game.devices) device.clock.advance(1000)
    await turns(3)
    if (round > 0 && all.every(({ engine }) => engine.status.get().waiting === 0)) return all
    if (round > 30)
      throw new Error(
        `still waiting: ${JSON.stringify(all.map(({ engine }) => [engine.status.get(), engine.outbox.list()]))}`,
      )
  }
}
