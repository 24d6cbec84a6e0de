import { Button } from '@mantine/core'
import { useState } from 'react'
import { device } from '#core/client/device.ts'
import s from './SignOn.module.css'

export function CopyLine({ label, value }: { label: string; value: string }) {
  const [said, setSaid] = useState('')
  const copy = async () => setSaid((await device.copyText(value)) ? 'Copied' : 'Couldn’t copy. Copy it manually.')
  return (
    <div className={`row gap12 rounded ${s.copy}`}>
      <div className="grow">
        <span className="cap block">{label}</span>
        <code className="block break">{value}</code>
      </div>
      <Button variant="default" className="rigid" onClick={copy} aria-label={`Copy ${label}`}>
        <span aria-live="polite">{said || 'Copy'}</span>
      </Button>
    </div>
  )
}
