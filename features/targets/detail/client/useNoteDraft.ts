import { type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import { useEngine } from '#core/client/sync.tsx'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { limits, type Target, targetEndpoints } from '../../contract.ts'

/** Time between leaving the field and saving. Source: the specification, section 9. */
export const AUTOSAVE_MS = 1000

const recordOf = (id: string) => `draft:note:${id}`

/**
 * The person's note while it is typed: saved one second after leaving the field, on `save`, and when the page is left;
 * only when it differs from what is kept. Text too long to be saved is put aside on the device and comes back.
 */
export function useNoteDraft(target: Target, isDropping: RefObject<boolean>) {
  const engine = useEngine()
  const actions = useTargetActions()
  const [text, setText] = useState(target.note)
  const [kept, setKept] = useState(target.note)
  // A note changed elsewhere shows here, unless something else is being typed. In an effect it would come too late for
  // whoever leaves the page at that moment: the old text would be saved over the new note.
  if (kept !== target.note) {
    setKept(target.note)
    if (text.trim() === kept.trim()) setText(target.note)
  }
  /** What the note said when the person began to type. */
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
