import { Button } from '@mantine/core'
import { Dialog } from '#core/ui/Dialog.tsx'

type Props = {
  count: number
  /** Switches back instead of logging out. */
  isSwitched?: boolean
  onStay: () => void
  onLeave: () => void
}

/** Shown before a log out that would lose work. */
export function UnsavedDialog({ count, isSwitched, onStay, onLeave }: Props) {
  const leaving = isSwitched ? 'switch back' : 'log out'
  return (
    <Dialog
      title={`You have ${count} unsaved ${count === 1 ? 'change' : 'changes'}`}
      size={440}
      onClose={onStay}
      foot={
        <>
          <Button variant="default" onClick={onLeave}>
            {isSwitched ? 'Switch back' : 'Log out'} and discard
          </Button>
          <Button data-autofocus onClick={onStay}>
            {isSwitched ? 'Stay' : 'Stay signed in'}
          </Button>
        </>
      }
    >
      <p>These changes couldn’t sync. If you {leaving}, they’re lost.</p>
    </Dialog>
  )
}
