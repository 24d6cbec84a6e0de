import { Button, FileButton } from '@mantine/core'
import { useFileAddress } from '#core/client/useFileAddress.ts'
import type { LibraryItem } from '../contract.ts'
import s from './ContentPanel.module.css'

type Props = { content: LibraryItem | null; chosen: File | null; isVideo: boolean; onChoose: (picture: File) => void }

/** The image on its card: the chosen one, or else one from the file. */
export function ThumbnailField({ content, chosen, isVideo, onChoose }: Props) {
  const address = useFileAddress(chosen)
  const shown = address ?? content?.thumbnail_url
  return (
    <fieldset className={`row gap16 ${s.thumbnail}`} aria-label="Thumbnail">
      {shown && <img className="rigid" src={shown} alt="Thumbnail" />}
      <div>
        <FileButton
          accept="image/jpeg,image/png,image/webp,image/svg+xml"
          onChange={(picture) => picture && onChoose(picture)}
        >
          {(opener) => (
            <Button {...opener} variant="default">
              {shown ? 'Choose another thumbnail' : 'Choose a thumbnail'}
            </Button>
          )}
        </FileButton>
        <p className="cap">
          {isVideo
            ? 'If you don’t choose one, we use a frame from a quarter of the way through the video.'
            : 'Without one, page 1 of a PDF or the image itself is shown.'}
        </p>
      </div>
    </fieldset>
  )
}
