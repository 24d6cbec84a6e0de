// What is typed and not saved yet, kept on the device as it is typed: neither a reload nor a closed tab loses it.
import { useEffect, useRef } from 'react'
import { useEngine } from './sync.tsx'

/**
 * Keeps `typed` under `name`; null: there is nothing to keep. `onBack` gets what an earlier page left there, once. One tab at a time looks after
 * a name, so that a second tab doesn't take what the first one is still typing. Answers what forgets it: when it was saved, or given up.
 */
export function useKeptTyping<T>(name: string | null, typed: T | null, onBack: (before: T) => void): () => void {
  const engine = useEngine()
  const latest = useRef({ typed, onBack })
  latest.current = { typed, onBack }
  /** Nothing is written before what was there has been read. */
  const isRead = useRef(false)
  const isOver = useRef(false)
  const record = `draft:${name}`
  useEffect(() => {
    if (name === null) return
    const ending = new AbortController()
    const { signal } = ending
    const look = async () => {
      const before = await engine.readRecord<T | null>(record)
      if (signal.aborted) return
      isRead.current = true
      if (before?.value) {
        latest.current.onBack(before.value)
        // Nothing of it was taken back: it was saved before the page went.
        setTimeout(() => latest.current.typed === null && void engine.writeRecord(record, null).catch(() => undefined))
      }
      if (!before?.value && latest.current.typed !== null) await engine.writeRecord(record, latest.current.typed)
      await new Promise((end) => signal.addEventListener('abort', end))
    }
    const lock = `${record}:${engine.actor.id}`
    void (navigator.locks?.request(lock, { signal }, look) ?? look()).catch(() => undefined)
    return () => {
      isRead.current = false
      ending.abort()
    }
  }, [engine, name, record])
  const said = JSON.stringify(typed)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text stands for the value
  useEffect(() => {
    if (isRead.current && !isOver.current) void engine.writeRecord(record, typed).catch(() => undefined)
  }, [engine, record, said])
  return () => {
    isOver.current = true
    if (name !== null) void engine.writeRecord(record, null).catch(() => undefined)
  }
}
