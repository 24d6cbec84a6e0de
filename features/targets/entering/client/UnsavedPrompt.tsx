import { Button, Modal } from '@mantine/core'
import { useEffect } from 'react'
import s from '../../client/DialogFrame.module.css'
import { words } from '../../client/words.ts'

type Props = { onDrop: () => void; onSave: () => void; onStay: () => void }

/** Asks before edits are lost. Esc and a click outside stay with them. */
export function UnsavedPrompt({ onDrop, onSave, onStay }: Props) {
  useEffect(() => {
    const before = document.activeElement as HTMLElement | null
    return () => {
      requestAnimationFrame(() => {
        if (document.activeElement === document.body && before?.isConnected) before.focus()
      })
    }
  }, [])
  return (
    <Modal
      opened
      returnFocus={false}
      onClose={onStay}
      withCloseButton={false}
      title="Unsaved changes"
      size={440}
      padding={0}
      classNames={{ header: s.head, title: s.title, body: s.body, content: s.content }}
    >
      <p className={s.question}>{words.unsaved}</p>
      <div className={s.foot}>
        <Button variant="default" onClick={onDrop}>
          {words.dropChanges}
        </Button>
        <Button data-autofocus onClick={onSave}>
          {words.keepChanges}
        </Button>
      </div>
    </Modal>
  )
}
