import { Button, Group, Modal, Text } from '@mantine/core'

/** Before a log-out that would lose work: 'N changes are not saved yet'. */
export function UnsavedDialog({ count, onStay, onLeave }: { count: number; onStay: () => void; onLeave: () => void }) {
  return (
    <Modal
      opened
      onClose={onStay}
      title={`${count} ${count === 1 ? 'change is' : 'changes are'} not saved yet`}
      size={440}
    >
      <Text>They wait on this device and could not be sent now. If you log out, they are lost.</Text>
      <Group justify="flex-end" gap="xs" mt="lg">
        <Button variant="subtle" color="gray" onClick={onLeave}>
          Log out and lose them
        </Button>
        <Button data-autofocus onClick={onStay}>
          Stay signed in
        </Button>
      </Group>
    </Modal>
  )
}
