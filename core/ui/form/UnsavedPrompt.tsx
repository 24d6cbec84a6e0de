import { Button } from '@mantine/core'
import { Dialog } from '../Dialog.tsx'
import type { useUnsaved } from './useUnsaved.ts'

type Asking = Pick<ReturnType<typeof useUnsaved>, 'isAsking' | 'stay' | 'drop'> & { save: () => unknown }
type Props = { unsaved: Asking; question: string }

/** Esc and a click outside keep the edits. */
export function UnsavedPrompt({ unsaved, question }: Props) {
  if (!unsaved.isAsking) return null
  return (
    <Dialog
      title="Unsaved changes"
      size={440}
      closeLabel={null}
      onClose={unsaved.stay}
      foot={
        <>
          <Button variant="default" onClick={unsaved.drop}>
            No, Cancel Changes
          </Button>
          <Button data-autofocus onClick={unsaved.save}>
            Yes, Finish & Save
          </Button>
        </>
      }
    >
      <p>{question}</p>
    </Dialog>
  )
}
