import { Button, FileButton } from '@mantine/core'
import { useRef, useState } from 'react'
import { useFileAddress } from '#core/client/useFileAddress.ts'
import type { Media } from '#core/contract/video.ts'
import s from './VideoField.module.css'

type Props = {
  title: string
  media: Pick<Media, 'urls' | 'poster'>
  /** Chosen but not saved. */
  chosen?: File | null
  isDisabled: boolean
  onPicture: (picture: File) => void
}

const notRead = 'We can’t read this image. Choose a JPEG, PNG, or WebP file.'
const noFrame = 'First, play the video to the frame you want.'
const notTaken = 'This browser can’t capture a frame from this video. Choose an image instead.'

/** A video and its thumbnail, replaceable by an image or the current frame. Uses the browser's native controls. */
export function PosterField({ title, media, chosen = null, isDisabled, onPicture }: Props) {
  const film = useRef<HTMLVideoElement>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const picture = useFileAddress(chosen)
  const take = async (from: () => Promise<File | null>, otherwise: string) => {
    const taken = await from().catch(() => null)
    setProblem(taken ? null : otherwise)
    if (taken) onPicture(taken)
  }
  return (
    <fieldset className="stack gap8" aria-label="Thumbnail">
      {/* biome-ignore lint/a11y/useMediaCaption: whoever looks after it looks for a picture; people who learn get the captions with the player */}
      <video
        ref={film}
        className={`fill rounded ${s.film}`}
        src={media.urls.at(-1)}
        poster={picture ?? media.poster ?? undefined}
        controls
        playsInline
        preload="none"
        aria-label={title}
      />
      <div className="flex wrap gap8">
        <Button
          variant="default"
          disabled={isDisabled}
          onClick={async () => {
            const shown = film.current
            // Until it has played or been moved, the thumbnail is visible.
            if (!shown || shown.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return setProblem(noFrame)
            const { videoFrame: pictureOf } = await import('./lookInto.ts')
            await take(() => pictureOf(shown), notTaken)
          }}
        >
          Use this frame as the thumbnail
        </Button>
        <FileButton
          accept="image/jpeg,image/png,image/webp"
          onChange={async (file) => {
            if (!file) return
            const { asPoster } = await import('./lookInto.ts')
            await take(() => asPoster(file), notRead)
          }}
        >
          {(opener) => (
            <Button {...opener} variant="default" disabled={isDisabled}>
              Choose a thumbnail
            </Button>
          )}
        </FileButton>
      </div>
      {chosen && picture && (
        <p className={`row gap12 ${s.chosen}`}>
          <img src={picture} alt="New thumbnail" /> <span className="dim">This will be the thumbnail.</span>
        </p>
      )}
      <div role="alert">{problem && <p className="small bad">{problem}</p>}</div>
    </fieldset>
  )
}
