import { Button } from '@mantine/core'
import { type KeyboardEvent, useEffect } from 'react'
import { useRow } from '#core/client/sync.tsx'
import { shortNameOf, words } from '../../client/words.ts'
import { type Target, targets } from '../../contract.ts'
import { EditFields } from '../../entering/client/EditFields.tsx'
import { UnsavedPrompt } from '../../entering/client/UnsavedPrompt.tsx'
import { useEditForm } from '../../entering/client/useEditForm.ts'
import s from './TileEdit.module.css'

type Props = { id: string; onDone: () => void }

/** The back of a tile: the target's fields. Two grid rows high on wide screens, so that the grid keeps its lines. */
export function TileEdit({ id, onDone }: Props) {
  const target = useRow(targets, id)
  useEffect(() => {
    if (!target) onDone()
  }, [target, onDone])
  return target ? <Back target={target} onDone={onDone} /> : null
}

function Back({ target, onDone }: { target: Target; onDone: () => void }) {
  const edit = useEditForm(target, onDone)
  const { state } = edit
  useEffect(() => {
    state.element.current?.querySelector<HTMLElement>('[name="company"]')?.focus()
  }, [state.element])
  const keys = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && !event.defaultPrevented) edit.ask()
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) edit.save()
  }
  return (
    <form
      ref={state.element}
      className={s.back}
      aria-label={`Edit ${shortNameOf(target)}`}
      noValidate
      onKeyDown={keys}
      onSubmit={(event) => {
        event.preventDefault()
        edit.save()
      }}
      {...state.watch}
    >
      <EditFields state={state} />
      <div className={s.foot}>
        <Button variant="subtle" color="gray" onClick={onDone}>
          {words.cancel}
        </Button>
        <Button type="submit">{words.save}</Button>
      </div>
      {edit.isAsking && <UnsavedPrompt onDrop={edit.drop} onSave={edit.saveAndLeave} onStay={edit.stay} />}
    </form>
  )
}
