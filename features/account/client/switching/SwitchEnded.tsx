import { Button } from '@mantine/core'
import { useSyncStatus } from '#core/client/sync.tsx'
import { Dialog } from '#core/ui/Dialog.tsx'

type Props = { as: string; from: string; onBack: () => void }

/** The switch ended by itself or was ended: nobody is asked for another person's password, the way back is open. */
export function SwitchEnded({ as, from, onBack }: Props) {
  /** These can't be sent any more. */
  const waiting = useSyncStatus((status) => status.waiting)
  return (
    <Dialog
      title="The switch has ended"
      size={440}
      closeLabel={null}
      onClose={() => undefined}
      foot={
        <Button onClick={onBack} data-autofocus>
          Switch back to {from}
        </Button>
      }
    >
      <p className="dim">
        You no longer work as {as}.{' '}
        {waiting > 0 &&
          `${waiting} ${waiting === 1 ? 'change was' : 'changes were'} not sent. To send ${waiting === 1 ? 'it' : 'them'}, switch to ${as} again on this device before you switch back.`}
      </p>
    </Dialog>
  )
}
