import { Button } from '@mantine/core'
import { Icon } from '#core/ui/Icon.tsx'
import { targetDialogs } from '../../client/dialogs.ts'
import s from '../../list/client/Toolbar.module.css'

export function ControlsButton() {
  return (
    <Button
      variant="default"
      className={`rigid medium ${s.ctl}`}
      aria-haspopup="dialog"
      leftSection={<Icon name="settings-2" />}
      onClick={() => targetDialogs.controls()}
    >
      Controls
    </Button>
  )
}
