import { useEffect, useState } from 'react'
import { useForm } from '#core/ui/form/useForm.ts'
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import type { Target } from '../../contract.ts'
import { changesOf, type EditForm, editErrors, formOf } from './targetForm.ts'

/** Editing a target: sends only what changed, and asks before unsaved edits are lost. The company has the cursor. */
export function useEditForm(target: Target, onDone: () => void) {
  const actions = useTargetActions()
  // What the person had before them: changes that came in meanwhile to other fields stay as they are.
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
