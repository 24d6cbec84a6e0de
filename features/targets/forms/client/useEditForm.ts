import { useEffect, useState } from 'react'
import { useForm } from '#core/ui/form/useForm.ts'
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { changesOf, type EditForm, editErrors, formOf } from './targetForm.ts'

/** Edits a target. Sends only changed fields and asks before unsaved edits are lost. Focuses the company. */
export function useEditForm(target: Target, onDone: () => void) {
  const actions = useTargetActions()
  // The target as the person saw it, so that changes to other fields in the meantime remain.
  const [base] = useState(target)
  const form = useForm<EditForm>({
    draft: `edit:${target.id}`,
    initial: formOf(base),
    check: editErrors,
    isEager: true,
    act: (given) => {
      const changes = changesOf(given, base)
      return Object.keys(changes).length === 0 || actions.editTarget(target.id, changes, base)
    },
    onDone,
  })
  const { element } = form
  useEffect(() => {
    element.current?.querySelector<HTMLElement>('[name="company"]')?.focus()
  }, [element])
  return { form, unsaved: useUnsaved(form, onDone) }
}
