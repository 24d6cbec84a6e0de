import { Button } from '@mantine/core'
import s from '../entering/client/fields.module.css'
import { DialogFrame } from './DialogFrame.tsx'
import { words } from './words.ts'

type Props = { title: string; question: string; verb: string; onClose: () => void; onConfirm: () => void }

/** Asks before something that cannot be taken back at once. The cursor stands on 'Cancel'. */
export function ConfirmDialog({ title, question, verb, onClose, onConfirm }: Props) {
  const submit = () => {
    onConfirm()
    onClose()
  }
  return (
    <DialogFrame
      title={title}
      size={440}
      onClose={onClose}
      onSubmit={submit}
      footer={
        <>
          <Button variant="default" data-autofocus onClick={onClose}>
            {words.cancel}
          </Button>
          <Button type="submit" color="red">
            {verb}
          </Button>
        </>
      }
    >
      <p className={s.lead}>{question}</p>
    </DialogFrame>
  )
}
