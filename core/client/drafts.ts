// Saves the text of open forms when the session ends, and restores it when the same person signs in again.
import { useEffect, useRef } from 'react'
import { create } from 'zustand'
import type { StoredDraft } from '#core/sync/client/types.ts'
import { identityOf, session } from './session.ts'
import { toast } from './toasts.ts'

type Open = { owner: string | undefined; name: string; value: unknown }

const open = new Map<object, Open>()
/** Closed with their session and not yet collected. */
const left = new Set<object>()

/** Drafts that no form has taken yet. */
const useKept = create<{ kept: readonly StoredDraft[] }>(() => ({ kept: [] }))

/**
 * Saves `value` if the session ends while the form is open. Null means nothing to save, and so does a missing name.
 * `onBack` receives the saved value once. Never use it for passwords, codes, and keys.
 */
export function useDraft<V>(name: string | undefined, value: V | null, onBack: (value: V) => void): void {
  const place = useRef({}).current
  const latest = useRef(onBack)
  latest.current = onBack
  useEffect(() => {
    if (name === undefined || value === null) open.delete(place)
    // Tabs that learn from another tab that the session ended keep the previous owner, because they have no session
    // anymore.
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

/** Returns and removes the values of this person's forms. `owner` is the person's ID. */
export function readDrafts(owner: string): StoredDraft[] {
  const at = new Date().toISOString()
  const mine = [...open].filter(([, one]) => one.owner === owner)
  for (const [place] of mine) open.delete(place)
  return mine.map(([, { name, value }]) => ({ name, value, at }))
}

let stopTelling: (() => void) | undefined

/** Offers drafts to open and future forms. `onTaken` receives the rest each time a form takes one. */
export function restoreDraft(kept: readonly StoredDraft[], onTaken: (left: readonly StoredDraft[]) => void): void {
  // From people who signed out themselves.
  for (const place of left) open.delete(place)
  left.clear()
  stopTelling?.()
  useKept.setState({ kept })
  stopTelling = useKept.subscribe((state) => onTaken(state.kept))
  if (kept.length > 0) setTimeout(reportOtherDrafts, TELL_AFTER_MS)
}

/** By then, forms that open by themselves have taken their drafts. */
const TELL_AFTER_MS = 5000

function reportOtherDrafts() {
  const rest = useKept.getState().kept.filter(({ name }) => !isPlace(name))
  useKept.setState({ kept: rest.map((one) => ({ ...one, isTold: true })) })
  if (rest.some(({ isTold }) => !isTold)) toast({ message: typedIsKept, about: 'draft', stays: true })
}

/** These names record which form was open and contain no typed text. */
const isPlace = (name: string) => name.startsWith('open:')
const typedIsBack = 'We restored what you typed before your session ended.'
const typedIsKept = 'What you typed before your session ended is saved. Reopen the same form to continue.'
