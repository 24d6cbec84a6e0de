import { useState } from 'react'
import { Icon } from '#core/ui/Icon.tsx'
import a from './Assets.module.css'

/** Shows page 1, or an icon if the thumbnail is missing or can't load: its URL expires and needs a connection. */
export function Thumbnail({ url }: { url: string }) {
  const [missing, setMissing] = useState('')
  return (
    <span className={`card grid rigid dim centered clip ${a.tile}`} aria-hidden>
      {url === '' || url === missing ? (
        <Icon name="file-type-pdf" size={20} />
      ) : (
        <img src={url} alt="" loading="lazy" decoding="async" onError={() => setMissing(url)} />
      )}
    </span>
  )
}
