import { Button } from '@mantine/core'
import { ConfirmDialog } from './ConfirmDialog.tsx'

export type Question = {
  title: string
  verb: string
  /** The row that it's about, and the consequence. */
  name: string
  text: string
  isDangerous?: boolean
  /** Replaces 'Cancel'. */
  stay?: string
  /** Returns a sentence that is shown. Throws the error that the dialog shows. */
  confirm: () => Promise<string>
}

/** Confirms what will happen to a row before it does. */
export const QuestionDialog = ({ question, onClose }: { question: Question; onClose: () => void }) => {
  const { title, verb, name, text, isDangerous = false, stay, confirm } = question
  const beside = stay && (
    <Button variant="default" data-autofocus onClick={onClose}>
      {stay}
    </Button>
  )
  return (
    <ConfirmDialog {...{ title, verb, isDangerous, beside, onClose }} onConfirm={confirm}>
      <b>{name}</b>
      <br />
      {text}
    </ConfirmDialog>
  )
}
