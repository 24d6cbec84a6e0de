import '@mantine/core/styles/Input.layer.css'
import { Button, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#core/ui/Dialog.tsx'
import type { StageRow } from './stagesForm.ts'

type Props = {
  stage: StageRow
  others: readonly StageRow[]
  /** '' for no stage. */
  onRemove: (place: string) => void
  onClose: () => void
}

/** Asks where the Targets of a removed stage go. */
export function RemoveStage({ stage, others, onRemove, onClose }: Props) {
  const [place, setPlace] = useState<string | null>(null)
  return (
    <Dialog
      title={`Remove “${stage.name}”`}
      onClose={onClose}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button color="red" disabled={place === null} onClick={() => onRemove(place!)}>
            Remove
          </Button>
        </>
      }
    >
      <p className="pretty">
        Its Targets move when you save the stages. Targets that someone moves here while offline go there, too.
      </p>
      <NativeSelect
        label="Its Targets go to"
        data-autofocus
        value={place ?? 'unchosen'}
        onChange={({ currentTarget }) => setPlace(currentTarget.value)}
        data={[
          ...(place === null ? [{ value: 'unchosen', label: 'Choose a stage', disabled: true }] : []),
          ...others.map(({ id, name }) => ({ value: id, label: name })),
          { value: '', label: 'No stage' },
        ]}
      />
    </Dialog>
  )
}
