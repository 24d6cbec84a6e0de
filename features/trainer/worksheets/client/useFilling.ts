// State of editing a worksheet. Each cell is typed, saving, saved, or failed.
import { useEffect, useMemo, useRef, useState } from 'react'
import { useKeptTyping } from '#core/client/keptTyping.ts'
import { hasLoaded, isOfflineNow, useEngine, useOutbox, useSyncStatus } from '#core/client/sync.tsx'
import { messageOf } from '#core/contract/errors.ts'
import type { Outgoing } from '#core/sync/client/types.ts'
import { fillCells } from '../actions.ts'
import { valuesIn } from '../cells.ts'
import { type AnswersRow, type FillInput, worksheetAnswers } from '../contract.ts'
import { type Elsewhere, useOtherDeviceAnswers } from './useOtherDeviceAnswers.ts'

/** Source: specification, section 5: loaded, need-to-save, saving, save-succeeded, error-saving. */
export type CellState = 'loaded' | 'typed' | 'saving' | 'saved' | 'failed'
export type FillingState = CellState

/** Highest priority first. */
const TOLD_FIRST = ['saving', 'failed', 'typed', 'saved'] as const

/** Source: specification, section 9. */
const SAID_AFTER_MS = 1000
const SAID_FOR_MS = 60_000

export type SheetFilling = {
  valueOf: (name: string) => string
  stateOf: (name: string) => CellState
  /** Reason why the cell couldn't be saved. */
  problemOf: (name: string) => string | undefined
  /** Value from another device since the worksheet was opened. */
  elsewhereOf: (name: string) => Elsewhere | undefined
  /** State with the highest priority of all cells. */
  state: FillingState
  type: (name: string, value: string) => void
  /** Saves the input when the person leaves the cell. */
  leave: (name: string) => void
  /** Discards unsaved input. */
  takeBack: (name: string) => void
  tryAgain: (name: string) => void
  /** Saves these right away, such as copied earlier answers. */
  fill: (cells: FillInput['cells']) => void
}

type Typed = Readonly<Record<string, string>>
/** Unsaved input by cell, and the value of the cell when typing began. */
type Unsaved = Readonly<Record<string, { value: string; over: string }>>

export function useFilling(id: string, version: number, answers: AnswersRow | undefined): SheetFilling {
  const engine = useEngine()
  const values = useMemo(() => valuesIn(answers, version), [answers, version])
  const [typed, setTyped] = useState<Typed>({})
  const [saving, setSaving] = useState<ReadonlySet<string>>(new Set())
  const [failed, setFailed] = useState<Readonly<Record<string, string>>>({})
  const [saved, say] = useLateSaves()
  const refused = useRefused(id, version)
  const isSending = useSending(id)
  const elsewhere = useOtherDeviceAnswers(values, typed)
  const latest = useRef<Typed>(typed)
  const overs = useRef<Record<string, string>>({})
  const inputOf = useRef({ id, version, values })
  inputOf.current = { id, version, values }

  const write = (next: Typed) => {
    latest.current = next
    setTyped(next)
  }
  const without = (name: string): Typed =>
    Object.fromEntries(Object.entries(latest.current).filter(([n]) => n !== name))
  const save = useRef((_: FillInput['cells']) => undefined as undefined)
  save.current = (cells) => {
    const names = cells.map(({ name }) => name)
    elsewhere.write(cells)
    const fail = (problem: unknown) =>
      setFailed((now) => ({ ...now, ...Object.fromEntries(names.map((name) => [name, messageOf(problem)])) }))
    setFailed((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !names.includes(name))))
    setSaving((now) => new Set([...now, ...names]))
    const done = () => setSaving((now) => new Set([...now].filter((name) => !names.includes(name))))
    try {
      const when = new Date().toISOString()
      const { saved } = engine.act(fillCells, { id: inputOf.current.id, version: inputOf.current.version, cells, when })
      saved.then(
        () => {
          // Input typed in the meantime stays.
          for (const { name, value } of cells) if (latest.current[name] === value) write(without(name))
          done()
          say(names)
        },
        (problem) => {
          done()
          fail(problem)
        },
      )
    } catch (problem) {
      done()
      fail(problem)
    }
  }
  const leave = (name: string) => {
    const value = latest.current[name]
    if (value === undefined) return
    const clean = value.trim()
    if (clean === (inputOf.current.values.get(name)?.value ?? '')) {
      elsewhere.forget(name)
      write(without(name))
    } else save.current([{ name, value: clean }])
  }

  // Leaving the page counts as leaving the cell.
  useLeaving(() => {
    for (const name of Object.keys(latest.current)) leave(name)
  })
  const unsaved = Object.entries(typed).map(([name, value]) => [name, { value, over: overs.current[name] ?? '' }])
  useKeptTyping<Unsaved>(
    // Waits for the device's rows. Without them, the last saved input would look unsaved.
    useSyncStatus(hasLoaded) ? `worksheet:${id}:${version}` : null,
    unsaved.length > 0 ? Object.fromEntries(unsaved) : null,
    (before) => {
      for (const [name, { value, over }] of Object.entries(before)) {
        const now = inputOf.current.values.get(name)?.value ?? ''
        if (latest.current[name] !== undefined || value.trim() === now) continue
        overs.current[name] = over
        write({ ...latest.current, [name]: value })
        // Saves input left in a closed page. If the cell has changed since, the person decides.
        if (over === now) leave(name)
        else elsewhere.meet(name, now)
      }
    },
  )

  const stateOf = (name: string): CellState => {
    if (saving.has(name)) return 'saving'
    if (failed[name] !== undefined) return 'failed'
    if (typed[name] !== undefined && typed[name] !== (values.get(name)?.value ?? '')) return 'typed'
    if (refused.has(name)) return 'failed'
    return saved.has(name) ? 'saved' : 'loaded'
  }
  const names = new Set([...Object.keys(typed), ...saving, ...Object.keys(failed), ...refused.keys(), ...saved])
  const states = new Set([...names].map(stateOf))
  return {
    valueOf: (name) => typed[name] ?? refused.get(name)?.value ?? values.get(name)?.value ?? '',
    stateOf,
    problemOf: (name) => failed[name] ?? refused.get(name)?.entry.problem?.message,
    state: isSending ? 'saving' : (TOLD_FIRST.find((one) => states.has(one)) ?? 'loaded'),
    type(name, value) {
      if (latest.current[name] === undefined) {
        elsewhere.forget(name)
        overs.current[name] = values.get(name)?.value ?? ''
      }
      write({ ...latest.current, [name]: value })
    },
    leave,
    takeBack(name) {
      elsewhere.forget(name)
      write(without(name))
    },
    elsewhereOf: elsewhere.of,
    tryAgain(name) {
      const stuck = refused.get(name)
      if (stuck && typed[name] === undefined) void engine.retry(stuck.entry.key)
      else {
        if (stuck) void engine.dismiss(stuck.entry.key)
        leave(name)
      }
    },
    fill: (cells) => save.current(cells),
  }
}

/** Calls back when the page is hidden or left. */
function useLeaving(leave: () => void) {
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => {
    const hidden = () => document.visibilityState === 'hidden' && latest.current()
    document.addEventListener('visibilitychange', hidden)
    return () => {
      document.removeEventListener('visibilitychange', hidden)
      latest.current()
    }
  }, [])
}

/** Returns cells that were saved at least a second ago, for a minute. */
function useLateSaves() {
  const [said, setSaid] = useState<ReadonlySet<string>>(new Set())
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>())
  useEffect(() => {
    const all = timers.current
    return () => {
      for (const timer of all) clearTimeout(timer)
    }
  }, [])
  const later = (work: () => void, ms: number) => {
    const timer = setTimeout(() => {
      timers.current.delete(timer)
      work()
    }, ms)
    timers.current.add(timer)
  }
  const say = (names: string[]) =>
    later(() => {
      setSaid((now) => new Set([...now, ...names]))
      later(() => setSaid((now) => new Set([...now].filter((name) => !names.includes(name)))), SAID_FOR_MS)
    }, SAID_AFTER_MS)
  return [said, say] as const
}

/**
 * Returns whether answers of this worksheet are being sent. Offline they are saved on the device, and the page says
 * that they are pending.
 */
function useSending(id: string): boolean {
  const isOffline = useSyncStatus(isOfflineNow)
  const waits = useOutbox((list) =>
    list.some(({ action, rowId, state }) => action === fillCells.name && rowId === id && /waiting|sending/.test(state)),
  )
  return waits && !isOffline
}

/** Returns the server's latest rejection per cell. */
function useRefused(id: string, version: number) {
  const mine = useOutbox(refusedFills)
  return useMemo(() => {
    const found = new Map<string, { entry: Outgoing; value: string }>()
    for (const entry of mine) {
      const input = entry.input as FillInput
      if (input.id !== id || input.version !== version) continue
      for (const { name, value } of input.cells) found.set(name, { entry, value })
    }
    return found
  }, [mine, id, version])
}

let lastList: readonly Outgoing[] = []
let lastRefused: readonly Outgoing[] = []
/** Returns the same array for the same list. */
function refusedFills(list: readonly Outgoing[]): readonly Outgoing[] {
  if (list === lastList) return lastRefused
  lastList = list
  const next = list.filter(
    ({ collection, action, state }) =>
      collection === worksheetAnswers.name && action === fillCells.name && (state === 'refused' || state === 'parked'),
  )
  if (next.length > 0 || lastRefused.length > 0) lastRefused = next
  return lastRefused
}
