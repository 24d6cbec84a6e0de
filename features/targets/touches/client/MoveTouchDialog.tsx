import '@mantine/core/styles/Input.layer.css'
import { NativeSelect } from '@mantine/core'
import { useEffect } from 'react'
import { useEngine, useRows, useRowsOnceLoaded } from '#core/client/sync.tsx'
import { useTouchParts } from '#core/client/touchParts.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { touchCollection } from '#features/touches/contract.ts'
import { shortNameOf, targetDisplayName } from '../../client/labels.ts'
import { targetEndpoints } from '../../contract.ts'

type Props = { touchId: string; onClose: () => void }

/** Moves a touch to another target of the person. */
export function MoveTouchDialog({ touchId, onClose }: Props) {
  const engine = useEngine()
  const parts = useTouchParts()
  const touch = useRowsOnceLoaded(touchCollection).find(({ id }) => id === touchId)
  const targets = useRows(targetEndpoints)
    .filter(({ id, status, shared }) => id !== touch?.target_id && status !== 'deleted' && isJoined(shared))
    .sort((a, b) => targetDisplayName(a).localeCompare(targetDisplayName(b)))
  const form = useForm({
    initial: { targetId: '' },
    check: ({ targetId }) => ({ targetId: targetId === '' ? 'Choose a Target.' : undefined }),
    act: ({ targetId }) => {
      const target = targets.find(({ id }) => id === targetId)
      if (!parts || !touch || !target) return false
      parts.move(engine, touch, { targetId, name: shortNameOf(target) })
      return true
    },
    onDone: onClose,
  })
  useEffect(() => {
    if (!touch) onClose()
  }, [touch, onClose])
  return (
    <FormDialog title="Move to another Target" verb="Move" form={form} onClose={onClose} isDisabled={!parts}>
      {targets.length === 0 ? (
        <p className="dim">You have no other Target.</p>
      ) : (
        <NativeSelect
          label="Target"
          data-autofocus
          data={[
            { value: '', label: 'Choose a Target' },
            ...targets.map((one) => ({ value: one.id, label: targetDisplayName(one) })),
          ]}
          {...form.field('targetId')}
        />
      )}
    </FormDialog>
  )
}

const isJoined = (shared: string) => shared === 'no' || shared === 'accepted'
