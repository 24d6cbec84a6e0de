import '@mantine/core/styles/Chip.layer.css'
import { Button, Chip, TextInput } from '@mantine/core'
import { useState } from 'react'
import { Dialog } from '#core/ui/Dialog.tsx'
import { useDialogTarget } from '../../client/useDialogTarget.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { shortNameOf, words } from '../../client/words.ts'
import { limits, type Target } from '../../contract.ts'
import s from '../../entering/client/fields.module.css'
import { useOffered } from '../../steps/client/offered.ts'

type Props = { id: string; onClose: () => void }

/** Lost: why, from the suggestions or in one's own words. */
export function LoseDialog({ id, onClose }: Props) {
  const target = useDialogTarget(id, onClose)
  return target ? <Lost target={target} onClose={onClose} /> : null
}

function Lost({ target, onClose }: { target: Target; onClose: () => void }) {
  const actions = useTargetActions()
  const { lost_reasons } = useOffered()
  const [reason, setReason] = useState('')
  const isTooLong = reason.trim().length > limits.lostReason
  const submit = () => {
    if (!isTooLong && actions.lose(target.id, reason.trim())) onClose()
  }
  return (
    <Dialog
      title={`${shortNameOf(target)} is lost`}
      onClose={onClose}
      onSubmit={submit}
      foot={
        <>
          <Button variant="default" onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit">Lost</Button>
        </>
      }
    >
      <div className={s.fields}>
        <fieldset className={s.due} aria-label="Suggested reasons">
          <div className={s.reasons}>
            <Chip.Group value={reason} onChange={(chosen) => setReason(chosen as string)}>
              {lost_reasons.map((one) => (
                <Chip key={one} value={one} variant="outline" classNames={{ label: s.date, iconWrapper: s.none }}>
                  {one}
                </Chip>
              ))}
            </Chip.Group>
          </div>
        </fieldset>
        <TextInput
          label={
            <>
              Reason<span className={s.optional}> optional</span>
            </>
          }
          placeholder="What decided it?"
          autoComplete="off"
          data-autofocus
          value={reason}
          error={isTooLong ? `Maximum length is ${limits.lostReason} characters` : undefined}
          onChange={(event) => setReason(event.currentTarget.value)}
        />
      </div>
    </Dialog>
  )
}
