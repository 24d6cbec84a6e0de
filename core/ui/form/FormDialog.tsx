import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../Dialog.tsx'
import type { FormPlace } from './Form.tsx'

type Props = {
  title: string
  onClose: () => void
  /** From `useForm`, or equivalent parts without fields. */
  form: FormPlace
  children: ReactNode
  /** Label of the submit button. */
  verb: string
  isDangerous?: boolean | undefined
  /** Full height on a phone. */
  isTall?: boolean
  isDisabled?: boolean
  /** Another dialog is on top and handles Esc. */
  isCovered?: boolean
  /** 'Cancel' has the focus. */
  isCareful?: boolean
  /** Replaces 'Cancel'. */
  beside?: ReactNode
  size?: number
}

export function FormDialog(props: Props) {
  const { verb, isDangerous, isDisabled, isCareful, beside, onClose, children, ...rest } = props
  return (
    <Dialog
      {...rest}
      onClose={onClose}
      foot={
        <>
          {beside ?? (
            <Button variant="default" data-autofocus={isCareful || undefined} onClick={onClose}>
              Cancel
            </Button>
          )}
          <Button
            type="submit"
            {...(isDangerous && { color: 'red' })}
            disabled={isDisabled}
            aria-disabled={rest.form.isBusy || undefined}
          >
            {verb}
          </Button>
        </>
      }
    >
      {children}
    </Dialog>
  )
}
