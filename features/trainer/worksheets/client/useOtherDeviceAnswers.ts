import { useEffect, useRef, useState } from 'react'
import { changedElsewhere, type Own } from '../cells.ts'
import type { Answer, FillInput } from '../contract.ts'

/** Long enough to notice after editing another cell. */
const SAID_FOR_MS = 60_000

/** `meanwhile` means that something else is being typed there, `over` that the other value was overwritten. */
export type Elsewhere = { kind: 'changed' | 'meanwhile' | 'over'; value: string }
type Found = ReadonlyMap<string, Elsewhere>

/** Tracks cells that the person changed on another device while they are open here. */
export function useOtherDeviceAnswers(values: ReadonlyMap<string, Answer>, typed: Readonly<Record<string, string>>) {
  const [found, setFound] = useState<Found>(new Map())
  const before = useRef(values)
  const own = useRef(new Map<string, Own>())
  const latest = useRef(typed)
  latest.current = typed
  useEffect(() => {
    const changed = changedElsewhere(before.current, values, own.current)
    before.current = values
    if (changed.length === 0) return
    const said = changed.map(({ name, value }): [string, Elsewhere] => [
      name,
      { kind: latest.current[name] === undefined ? 'changed' : 'meanwhile', value },
    ])
    setFound((now) => new Map([...now, ...said]))
  }, [values])
  useEffect(() => {
    if (found.size === 0) return
    const timer = setTimeout(
      () => setFound((now) => new Map([...now].filter(([, { kind }]) => kind === 'meanwhile'))),
      SAID_FOR_MS,
    )
    return () => clearTimeout(timer)
  }, [found])
  return {
    of: (name: string) => found.get(name),
    /** Registers cells that this screen overwrites. */
    write(cells: FillInput['cells']) {
      for (const { name, value } of cells) own.current.set(name, { value, over: values.get(name)?.value ?? '' })
      setFound((now) => afterWriting(now, cells))
    },
    /** Registers a value that arrived after the typing began. */
    meet: (name: string, value: string) => setFound((now) => new Map(now).set(name, { kind: 'meanwhile', value })),
    /** Clears the notice when the input is discarded or typing begins. */
    forget: (name: string) => setFound((now) => new Map([...now].filter(([one]) => one !== name))),
  }
}

const afterWriting = (now: Found, cells: FillInput['cells']): Found =>
  new Map(
    [...now].flatMap(([name, one]): [string, Elsewhere][] => {
      if (!cells.some((cell) => cell.name === name)) return [[name, one]]
      return one.kind === 'meanwhile' && one.value !== '' ? [[name, { ...one, kind: 'over' }]] : []
    }),
  )
