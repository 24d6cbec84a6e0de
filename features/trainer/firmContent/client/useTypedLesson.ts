// What is typed of a lesson that is not saved yet, kept on the device: a closed tab takes nothing of it.
import { useEffect, useRef } from 'react'
import { useEngine } from '#core/client/sync.tsx'

type Typed = { title: string; description: string; captions?: string | undefined }

const RECORD = 'draft:firmLesson'

/** `onBack` gets what a closed tab has left, once. Answers what forgets it: when it was saved, or given up. */
export function useTypedLesson(isNew: boolean, typed: Typed, onBack: (before: Typed) => void): () => void {
  const engine = useEngine()
  const latest = useRef(onBack)
  latest.current = onBack
  /** Not before what was there has been read. */
  const isRead = useRef(false)
  const isOver = useRef(false)
  const { title, description, captions } = typed
  const isAny = title !== '' || description !== '' || captions !== undefined
  useEffect(() => {
    if (!isNew) return
    let isGone = false
    engine.readRecord<Typed | null>(RECORD).then(
      (record) => {
        if (isGone) return
        isRead.current = true
        if (record?.value) latest.current(record.value)
      },
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [engine, isNew])
  useEffect(() => {
    if (!isNew || !isRead.current || isOver.current) return
    void engine.writeRecord(RECORD, isAny ? { title, description, captions } : null).catch(() => undefined)
  }, [engine, isNew, isAny, title, description, captions])
  return () => {
    if (!isNew) return
    isOver.current = true
    void engine.writeRecord(RECORD, null).catch(() => undefined)
  }
}
