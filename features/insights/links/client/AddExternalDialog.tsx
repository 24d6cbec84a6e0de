import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { Icon } from '#core/ui/Icon.tsx'
import { unsavedQuestion, usePanelClosing } from '../../client/usePanelClosing.ts'
import { type ExternalItem, type LinkPreviewData, linkLimits as limits, linkMessages } from '../contract.ts'
import { ExternalLabels } from './ExternalLabels.tsx'
import { PreviewCard } from './PreviewCard.tsx'
import { usePreview } from './usePreview.ts'

/** `ExternalItem` is sent. The other fields show the link until it is read again. */
export type AddedLink = ExternalItem & Pick<LinkPreviewData, 'provider' | 'thumbnail' | 'duration'>

type Props = {
  onAdded: (item: AddedLink) => void
  onClose: () => void
}

/** Adds a link to external content: pasted and previewed, or described manually if the provider has no preview. */
export function AddExternalDialog({ onAdded, onClose }: Props) {
  const [text, setText] = useState('')
  const [typed, setTyped] = useState<{ url: string; title: string; description: string } | null>(null)
  const [isSent, setSent] = useState(false)
  const [isLeft, setLeft] = useState(false)
  const { looked, again } = usePreview(text)
  const found = looked.state === 'found' ? looked.preview : null
  const link = 'link' in looked ? looked.link : null
  // Typed text applies only to the link for which it was typed.
  const own = typed && typed.url === link?.url ? typed : null
  const words = own ?? (looked.state === 'failed' ? { title: '', description: '' } : null)
  const titleProblem = words && words.title.trim() === '' ? 'Required' : null

  const submit = async () => {
    setSent(true)
    if (!link || looked.state === 'loading' || titleProblem) return false
    const { title, description } = words ?? found!
    onAdded({
      preview_id: found?.id ?? null,
      url: link.url,
      title: title.trim(),
      description: description.trim(),
      provider: link.provider,
      thumbnail: found?.thumbnail ?? '',
      duration: found?.duration ?? '',
    })
    onClose()
    return true
  }
  const unsaved = usePanelClosing({ isDirty: text.trim() !== '', submit }, onClose)
  const linkProblem =
    looked.state === 'none'
      ? isSent && linkMessages.required
      : looked.state === 'failed'
        ? looked.problem
        : looked.state === 'unknown' && (isSent || isLeft) && linkMessages.noPreview
  return (
    <>
      <FormDialog
        title="Add external content"
        verb="Add External Content"
        form={{ submit: async () => void (await submit()), problem: null, isBusy: looked.state === 'loading' }}
        isCovered={unsaved.isAsking}
        onClose={unsaved.close}
        size={560}
        isTall
      >
        <TextInput
          label="Content link"
          description="Google Drive, Vimeo, YouTube or OneDrive share link"
          type="url"
          inputMode="url"
          autoComplete="off"
          data-autofocus
          leftSection={<Icon name="link" size={16} stroke={1.75} />}
          maxLength={limits.url}
          value={text}
          error={linkProblem || undefined}
          onChange={(event) => {
            setText(event.currentTarget.value)
            // A pasted link is complete, unlike one that is being typed.
            setLeft((event.nativeEvent as InputEvent).inputType === 'insertFromPaste')
          }}
          onBlur={() => setLeft(true)}
        />
        {link && (
          <PreviewCard
            provider={link.provider}
            preview={found}
            state={looked.state as 'loading' | 'found' | 'failed'}
            onAgain={again}
            onType={own || !found ? undefined : () => setTyped({ ...found })}
          />
        )}
        {link && words && (
          <ExternalLabels
            title={words.title}
            description={words.description}
            problem={isSent ? titleProblem : null}
            isNew={own !== null && found !== null}
            onChange={(given) => setTyped({ ...words, ...given, url: link.url })}
          />
        )}
      </FormDialog>
      <UnsavedPrompt unsaved={unsaved} question={unsavedQuestion('this link')} />
    </>
  )
}
