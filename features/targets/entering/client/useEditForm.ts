import { useState } from 'react'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { changesOf, editErrors, formOf } from './targetForm.ts'
import { useForm } from './useForm.ts'
import { useUnsavedGuard } from './useUnsavedGuard.ts'

/** Editing a target: sends only what changed, and asks before unsaved edits are lost, also when the page is about to change. */
export function useEditForm(target: Target, onDone: () => void) {
  const actions = useTargetActions()
  const state = useForm(formOf(target), editErrors)
  const [isAsked, setAsked] = useState(false)
  const guard = useUnsavedGuard(state.isDirty)

  const save = (): boolean => {
    if (!state.isReady()) return false
    const changes = changesOf(state.form, target)
    if (Object.keys(changes).length > 0 && !actions.editTarget(target.id, changes)) return false
    onDone()
    return true
  }
  return {
    state,
    save,
    isAsking: isAsked || guard.isAsking,
    /** Leaves, after asking when there are unsaved edits. */
    ask: () => (state.isDirty ? setAsked(true) : onDone()),
    stay: () => {
      setAsked(false)
      guard.stay()
    },
    drop: () => {
      onDone()
      if (guard.isAsking) guard.leave()
    },
    saveAndLeave: () => {
      const isLeaving = guard.isAsking
      setAsked(false)
      if (!save()) guard.stay()
      else if (isLeaving) guard.leave()
    },
  }
}
