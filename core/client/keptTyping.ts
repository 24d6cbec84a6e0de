// Saves unsaved text on the device while it is typed.
import { useEffect, useRef } from 'react'
import { useEngine } from './sync.tsx'

/**
 * Null means nothing to save. `onBack` receives the text of an earlier page, once. One tab at a time manages a name, so
 * that another doesn't take text that is still being typed. Returns a function that deletes the stored text.
 */
export function useKeptTyping<T>(name: string | null, typed: T | null, onBack: (before: T) => void): () => void {
  const engine = useEngine()
  const latest = useRef({ typed, onBack })
  latest.current = { typed, onBack }
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
        // The text wasn't restored, so it was saved before the page closed.
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
