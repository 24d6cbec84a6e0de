import { useEffect } from 'react'
import { useEngine, useRows, useRowsOnceLoaded } from '#core/client/sync.tsx'
import { useTouchParts } from '#core/client/touchParts.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { type Touch, touchCollection } from '#features/touches/contract.ts'
import { shortNameOf } from '../../client/labels.ts'
import { type Target, targetEndpoints } from '../../contract.ts'
import { choosable, TargetChoice } from './TargetChoice.tsx'

type Props = { touchId: string; onClose: () => void }

/** Moves a touch to another target of the person. */
export function MoveTouchDialog({ touchId, onClose }: Props) {
  const engine = useEngine()
  const parts = useTouchParts()
  const touch = useRowsOnceLoaded(touchCollection).find(({ id }) => id === touchId)
  const targets = choosable(useRows(targetEndpoints)).filter(({ id }) => id !== touch?.target_id)
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
        <TargetChoice
          targets={targets}
          isLikely={(target) => touch !== undefined && hasPeopleOf(target, touch)}
          field={form.field('targetId')}
        />
      )}
    </FormDialog>
  )
}

/** A contact of the target took part, as a contact of the touch or by an address in the email. */
function hasPeopleOf({ contacts = [] }: Target, touch: Touch): boolean {
  const addresses = new Set(touch.others.map(({ address }) => address.toLowerCase()))
  return contacts.some(
    ({ id, email }) =>
      touch.contacts.some((one) => one.id === id) || (email !== '' && addresses.has(email.toLowerCase())),
  )
}
