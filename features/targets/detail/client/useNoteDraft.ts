import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { limits, type Target, targetEndpoints } from '../../contract.ts'

/** Milliseconds between leaving the field and saving. Source: the specification, section 9. */
export const AUTOSAVE_MS = 1000

const recordOf = (id: string) => `draft:note:${id}`

/**
 * Saves a changed note one second after leaving the field, on `save`, and on leaving the page. Text too long to save is
 * stored on the device and restored.
 */
export function useNoteDraft(target: Target, isDropping: RefObject<boolean>) {
  const engine = useEngine()
  const actions = useTargetActions()
  const [text, setText] = useState(target.note)
  const [kept, setKept] = useState(target.note)
  // Shows a note changed elsewhere unless the person is typing. In an effect, leaving the page at that moment would
  // overwrite it with the old text.
  if (kept !== target.note) {
    setKept(target.note)
    if (text.trim() === kept.trim()) setText(target.note)
  }
  /** The note's text when the person started typing. */
  const base = useRef(target.note)
  if (text.trim() === target.note.trim()) base.current = target.note
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const now = useRef({ id: target.id, text, note: target.note })
  now.current = { id: target.id, text, note: target.note }

  const save = useCallback(() => {
    clearTimeout(timer.current)
    const { id, text, note } = now.current
    if (text.trim() !== note && text.trim().length <= limits.note) actions.writeNote(id, text.trim(), base.current)
  }, [actions])

  useEffect(() => {
    const leave = () => {
      if (isDropping.current) return
      const { id, text } = now.current
      if (text.trim().length > limits.note) void engine.writeRecord(recordOf(id), text)
      else if (engine.of(targetEndpoints).get(id)) save()
    }
    const hide = () => document.visibilityState === 'hidden' && leave()
    window.addEventListener('pagehide', leave)
    document.addEventListener('visibilitychange', hide)
    return () => {
      window.removeEventListener('pagehide', leave)
      document.removeEventListener('visibilitychange', hide)
      clearTimeout(timer.current)
      leave()
    }
  }, [engine, isDropping, save])

  useEffect(() => {
    const { id, note } = now.current
    void engine.readRecord<string>(recordOf(id)).then((aside) => {
      if (!aside?.value) return
      setText((typed) => (typed === note ? aside.value : typed))
      void engine.writeRecord(recordOf(id), '')
    })
  }, [engine])

  return {
    text,
    setText,
    save,
    isChanged: text.trim() !== target.note,
    saveSoon: () => {
      clearTimeout(timer.current)
      timer.current = setTimeout(save, AUTOSAVE_MS)
    },
    wait: () => clearTimeout(timer.current),
  }
}
