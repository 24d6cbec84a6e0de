import { Button } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { useOpener } from '#core/ui/useOpener.ts'

const AssetsDialog = lazyComponent(() => import('./AssetsDialog.tsx').then((file) => file.AssetsDialog))

export function AssetsButton() {
  const { isOpen, close, button } = useOpener()
  return (
    <>
      <Button {...button} variant="default" aria-haspopup="dialog" leftSection={<Icon name="files" />}>
        Assets
      </Button>
      {isOpen && <AssetsDialog onClose={close} />}
    </>
  )
}
