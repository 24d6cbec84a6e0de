import { Button } from '@mantine/core'
import { Dialog } from '#core/ui/Dialog.tsx'
import { words } from '../../client/words.ts'

type Props = { onDrop: () => void; onSave: () => void; onStay: () => void }

/** Asks before edits are lost. Esc and a click outside stay with them. */
export function UnsavedPrompt({ onDrop, onSave, onStay }: Props) {
  return (
    <Dialog
      title="Unsaved changes"
      size={440}
      closeLabel={null}
      onClose={onStay}
      foot={
        <>
          <Button variant="default" onClick={onDrop}>
            {words.dropChanges}
          </Button>
          <Button data-autofocus onClick={onSave}>
            {words.keepChanges}
          </Button>
        </>
      }
    >
      <p>{words.unsaved}</p>
    </Dialog>
  )
}
