import { Button } from '@mantine/core'
import { useState } from 'react'

export function MoreButton({ onMore }: { onMore: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    await onMore()
    setBusy(false)
  }
  return (
    <Button mt="md" variant="default" onClick={more} disabled={isBusy}>
      Show more
    </Button>
  )
}
