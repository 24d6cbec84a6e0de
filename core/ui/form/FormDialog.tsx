import { Button } from '@mantine/core'
import type { ReactNode } from 'react'
import { Dialog } from '../Dialog.tsx'
import type { FormPlace } from './Form.tsx'

type Props = {
  title: string
  onClose: () => void
  /** What `useForm` made; or, where nothing is typed, the parts of one. */
  form: FormPlace
  children: ReactNode
  /** What the button that submits says. */
  verb: string
  isDangerous?: boolean | undefined
  /** On a phone: the whole height. */
  isTall?: boolean
  isDisabled?: boolean
  /** Another dialog is on top and has the Esc key. */
  isCovered?: boolean
  /** The cursor stands on 'Cancel'. */
  isCareful?: boolean
  /** Stands where 'Cancel' is otherwise. */
  beside?: ReactNode
  size?: number
}

/** A dialog that asks for something: 'Cancel', and the verb that does it. */
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
