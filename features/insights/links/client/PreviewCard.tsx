import '@mantine/core/styles/Loader.layer.css'
import { Loader, UnstyledButton } from '@mantine/core'
import { useState } from 'react'
import { Poster } from '#core/ui/Poster.tsx'
import l from '../../library/client/Library.module.css'
import { type LinkPreviewData, linkMessages } from '../contract.ts'
import { type EmbedProvider, providers } from '../providers.ts'
import s from './AddExternal.module.css'

type Props = {
  provider: EmbedProvider
  preview: LinkPreviewData | null
  state: 'loading' | 'found' | 'failed'
  onAgain: () => void
  /** Opens the fields for the person's own text. */
  onType: (() => void) | undefined
}

/** Shows the preview of a link. While it loads, and if there is none, it shows only the provider. */
export function PreviewCard({ provider, preview, state, onAgain, onType }: Props) {
  const [broken, setBroken] = useState('')
  const place = providers.indexOf(provider)
  const picture = preview && preview.thumbnail !== broken ? preview.thumbnail : ''
  return (
    <div className={`grid gap16 ${s.card}`} data-state={state}>
      <span className={`relative ${s.picture}`}>
        {picture ? (
          <img className="block fill" src={picture} alt="" onError={() => setBroken(picture)} />
        ) : (
          <Poster place={place} number={place + 2} />
        )}
        {preview?.duration && <span className={`num semi absolute size12 ${l.measure}`}>{preview.duration}</span>}
      </span>
      <div className="shrink break">
        <p className="cap">{provider}</p>
        <div role="status" aria-busy={state === 'loading'}>
          {state === 'loading' && (
            <p className="row gap8 dim">
              <Loader size={16} aria-hidden /> Looking at the link…
            </p>
          )}
          {preview && (
            <>
              <p className="strong">{preview.title}</p>
              <p className={`dim ${s.description}`}>{preview.description || linkMessages.noDescription}</p>
            </>
          )}
          {state === 'failed' && (
            <p className={`dim ${s.description}`}>If the link is right, enter the details yourself.</p>
          )}
        </div>
        {state === 'failed' && (
          <UnstyledButton className={`semi brand ${s.link}`} onClick={onAgain}>
            Try again
          </UnstyledButton>
        )}
        {onType && (
          <UnstyledButton className={`semi brand ${s.link}`} onClick={onType}>
            Enter details
          </UnstyledButton>
        )}
      </div>
    </div>
  )
}
