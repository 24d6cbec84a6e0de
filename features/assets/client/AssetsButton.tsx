import { Button } from '@mantine/core'
import { IconFiles } from '@tabler/icons-react'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { useOpener } from '#core/ui/useOpener.ts'

const AssetsDialog = lazyComponent(() => import('./AssetsDialog.tsx').then((file) => file.AssetsDialog))

export function AssetsButton() {
  const { isOpen, close, button } = useOpener()
  return (
    <>
      <Button
        {...button}
        variant="default"
        aria-haspopup="dialog"
        leftSection={<IconFiles size={18} stroke={1.6} aria-hidden />}
      >
        Assets
      </Button>
      {isOpen && <AssetsDialog onClose={close} />}
    </>
  )
}
