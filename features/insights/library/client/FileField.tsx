import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { LoadingPlaceholder } from '#core/ui/LoadingPlaceholder.tsx'
import { UploadLine } from '#core/ui/UploadLine.tsx'
import { type LibraryItem, limits } from '../contract.ts'
import { type ContentForm, supportedFiles } from './useContentForm.ts'

const FileDrop = lazyComponent(
  () => import('#core/ui/FileDrop.tsx').then((file) => file.FileDrop),
  <LoadingPlaceholder />,
)
const VideoField = lazyComponent(
  () => import('#core/client/player/VideoField.tsx').then((file) => file.VideoField),
  <LoadingPlaceholder />,
)

const takes = {
  others: {
    accept: 'application/pdf,.pdf,image/jpeg,image/png,image/webp,image/svg+xml',
    icon: <Icon name="file-type-pdf" size={32} stroke={1.5} />,
  },
  audio: {
    accept: 'audio/mpeg,audio/mp4,.mp3,.m4a',
    icon: <Icon name="file-music" size={32} stroke={1.5} />,
  },
} as const

/** Edits the item's source: a file of its type, or a URL. */
export function FileField({ content, all }: { content: LibraryItem | null; all: ContentForm }) {
  const { form, file, upload, video } = all
  const type = form.values.content_type
  const error = form.errorOf('file') ?? null
  const keeps = content !== null && content.content_type === type ? content.file_name : ''
  if (type === 'blog')
    return (
      <TextInput
        label="External URL"
        type="url"
        placeholder="https://"
        maxLength={limits.url}
        {...form.field('blog_url')}
      />
    )
  if (upload && file) return <UploadLine name={file.name} upload={upload} after="Reading" />
  return (
    <>
      {type === 'video' ? (
        <VideoField
          label="Video"
          kinds={all.kinds}
          sending={video}
          formats="MP4"
          most="2 GB"
          isReplacing={keeps !== ''}
          error={video ? null : error}
          isDisabled={form.isBusy}
          onChange={(sending) => {
            all.setVideo(sending)
            form.set('file', '')
            if (sending && form.values.name.trim() === '') form.set('name', sending.file.name.replace(/\.\w{1,5}$/, ''))
          }}
        />
      ) : (
        <FileDrop
          title={
            file
              ? `Selected file: ${file.name}`
              : keeps
                ? `It keeps “${keeps}” unless you select another`
                : 'Drag and drop your file here'
          }
          limits={supportedFiles[type]}
          label="File"
          verb="Select a file"
          accept={takes[type].accept}
          icon={takes[type].icon}
          error={error}
          isSmall={keeps !== '' || file !== null}
          isDisabled={form.isBusy}
          onFiles={([first]) => first && all.choose(first)}
          onRefused={(why) => form.setProblem(why)}
        />
      )}
    </>
  )
}
