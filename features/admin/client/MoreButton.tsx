import { Button } from '@mantine/core'
import { useState } from 'react'
import s from './AdminPage.module.css'

export function MoreButton({ onMore }: { onMore: () => Promise<void> }) {
  const [isBusy, setBusy] = useState(false)
  const more = async () => {
    setBusy(true)
    await onMore()
    setBusy(false)
  }
  return (
    <Button className={s.moreButton} variant="default" onClick={more} disabled={isBusy}>
      Show more
    </Button>
  )
}
