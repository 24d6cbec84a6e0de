import '@mantine/core/styles/Loader.layer.css'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useEngine } from '../sync.tsx'
import { toast } from '../toasts.ts'
import { updateNow } from '../updating.ts'
import s from './UpdateBanner.module.css'

export function UpdateBanner() {
  const engine = useEngine()
  const [isUpdating, setUpdating] = useState(false)
  const update = () => {
    setUpdating(true)
    // Closing the engine waits until every change is stored. The new version sends them.
    updateNow(engine.close).catch(() => {
      setUpdating(false)
      toast({ message: 'We couldn’t download the new version. Try again when you’re online.', color: 'red' })
    })
  }
  return (
    <section className={`row wrap between mb16 semi brand rounded ${s.banner}`} aria-label="Update">
      <span role="status">There is new version of this app available.</span>
      <Button size="compact-sm" loading={isUpdating} onClick={update}>
        Update Now
      </Button>
    </section>
  )
}
