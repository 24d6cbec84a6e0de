import { Button, Group, Modal, Text } from '@mantine/core'

type Props = {
  count: number
  /** The way out leads back to the person who switched. */
  isSwitched?: boolean
  onStay: () => void
  onLeave: () => void
}

/** Before a log-out that would lose work: 'N changes are not saved yet'. */
export function UnsavedDialog({ count, isSwitched, onStay, onLeave }: Props) {
  const leaving = isSwitched ? 'switch back' : 'log out'
  return (
    <Modal
      opened
      onClose={onStay}
      title={`${count} ${count === 1 ? 'change is' : 'changes are'} not saved yet`}
      size={440}
    >
      <Text>They wait on this device and could not be sent now. If you {leaving}, they are lost.</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onLeave}>
          {isSwitched ? 'Switch back' : 'Log out'} and lose them
        </Button>
        <Button data-autofocus onClick={onStay}>
          {isSwitched ? 'Stay' : 'Stay signed in'}
        </Button>
      </Group>
    </Modal>
  )
}
