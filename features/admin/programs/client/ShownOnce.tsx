import '@mantine/core/styles/Group.layer.css'
import { Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'
import { CopyLine } from '../../firm/client/CopyLine.tsx'

type Props = { label: string; value: string; onClose: () => void; children: ReactNode }

/** Shows a secret that can't be read again, with a note that says so. */
export function ShownOnce({ label, value, onClose, children }: Props) {
  return (
    <>
      <p className="dim">{children}</p>
      <CopyLine label={label} value={value} />
      <Group justify="flex-end" mt="lg">
        <Button onClick={onClose}>I’ve copied it</Button>
      </Group>
    </>
  )
}
