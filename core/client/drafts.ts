// What is typed into open forms outlives the session in which it was typed: it is kept for its person, and comes back when they have signed in again.
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { StoredDraft } from '#core/sync/client/engine.ts'
import { identityOf, session } from './session.ts'
import { toast } from './toasts.ts'

type Open = { owner: string | undefined; name: string; value: unknown }

/** Of the forms of this page, what stands in them. */
const open = new Map<object, Open>()
/** Forms that went with their session, and have not been collected. */
const left = new Set<object>()

/** What was kept of an earlier session, until its form takes it. */
const useKept = create<{ kept: readonly StoredDraft[] }>(() => ({ kept: [] }))

/**
 * Keeps `value` when the session ends while it stands there; null: there is nothing to keep. `onBack` gets what was kept under
 * this name, once. Never for passwords, codes and keys. Without a name nothing is kept.
 */
export function useDraft<V>(name: string | undefined, value: V | null, onBack: (value: V) => void): void {
  const place = useRef({}).current
  const latest = useRef(onBack)
  latest.current = onBack
  useEffect(() => {
    if (name === undefined || value === null) open.delete(place)
    // Whoever typed it: in the tabs that hear of the end from another one, nobody is signed in any more.
    else open.set(place, { owner: session.get()?.user.id ?? open.get(place)?.owner, name, value })
  })
  useEffect(() => {
    const owner = identityOf(session.get())
    return () => {
      const isOver = session.isDead() || identityOf(session.get()) !== owner
      if (isOver && open.has(place)) left.add(place)
      else open.delete(place)
    }
  }, [place])
  const kept = useKept((state) => state.kept.findLast((one) => one.name === name))
  useEffect(() => {
    if (!kept) return
    useKept.setState((state) => ({ kept: state.kept.filter((one) => one !== kept) }))
    latest.current(kept.value as V)
    if (!isPlace(kept.name)) toast({ message: typedIsBack, about: 'draft' })
  }, [kept])
}

/** Takes what stands in this person's forms, and stood there when their session ended. `owner` is their id. */
export function readDrafts(owner: string): StoredDraft[] {
  const at = new Date().toISOString()
  const mine = [...open].filter(([, one]) => one.owner === owner)
  for (const [place] of mine) open.delete(place)
  return mine.map(([, { name, value }]) => ({ name, value, at }))
}

let stopTelling: (() => void) | undefined

/** Offers what was kept to the forms that are open, or will be. `onTaken` hears what is left each time a form took some. */
export function restoreDraft(kept: readonly StoredDraft[], onTaken: (left: readonly StoredDraft[]) => void): void {
  // Of those who signed out themselves.
  for (const place of left) open.delete(place)
  left.clear()
  stopTelling?.()
  useKept.setState({ kept })
  stopTelling = useKept.subscribe((state) => onTaken(state.kept))
  if (kept.length > 0) setTimeout(reportOtherDrafts, TELL_AFTER_MS)
}

/** Forms that open by themselves have taken theirs by then; what was open is not opened later. */
const TELL_AFTER_MS = 5000

function reportOtherDrafts() {
  const rest = useKept.getState().kept.filter(({ name }) => !isPlace(name))
  useKept.setState({ kept: rest.map((one) => ({ ...one, isTold: true })) })
  if (rest.some(({ isTold }) => !isTold)) toast({ message: typedIsKept, about: 'draft', stays: true })
}

/** What says which form was open, and holds nothing that was typed. */
const isPlace = (name: string) => name.startsWith('open:')
const typedIsBack = 'We restored what you typed before your session ended.'
const typedIsKept = 'What you typed before your session ended is saved. Reopen the same form to continue.'
