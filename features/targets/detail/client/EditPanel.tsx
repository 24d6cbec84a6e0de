import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Switch.layer.css'
import { Button, Switch } from '@mantine/core'
import { useEffect } from 'react'
import { shortNameOf, words } from '../../client/words.ts'
import type { Target } from '../../contract.ts'
import f from '../../entering/client/fields.module.css'
import { TargetFields } from '../../entering/client/TargetFields.tsx'
import { UnsavedPrompt } from '../../entering/client/UnsavedPrompt.tsx'
import { useEditForm } from '../../entering/client/useEditForm.ts'
import s from './TargetDetail.module.css'

/** All fields of the target in place of its tabs. */
export function EditPanel({ target, onDone }: { target: Target; onDone: () => void }) {
  const edit = useEditForm(target, onDone)
  const { state } = edit
  useEffect(() => {
    state.element.current?.querySelector<HTMLElement>('[name="company"]')?.focus()
  }, [state.element])
  return (
    <form
      ref={state.element}
      className={`${s.edit} ${f.fields}`}
      aria-label={`Edit ${shortNameOf(target)}`}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        edit.save()
      }}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) edit.ask()
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) edit.save()
      }}
      {...state.watch}
    >
      <TargetFields state={state} />
      {target.owner_id === target.user_id && (
        <Switch
          label="Private"
          description="Left out of colleagues' overlaps and of managers' lists."
          checked={state.form.isPrivate}
          onChange={(event) => state.set('isPrivate', event.currentTarget.checked)}
        />
      )}
      <div className={s.editFoot}>
        <Button variant="default" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button type="submit">{words.save}</Button>
      </div>
      {edit.isAsking && <UnsavedPrompt onDrop={edit.drop} onSave={edit.saveAndLeave} onStay={edit.stay} />}
    </form>
  )
}
