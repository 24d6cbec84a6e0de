import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/ColorInput.layer.css'
import '@mantine/core/styles/ColorPicker.layer.css'
import '@mantine/core/styles/ColorSwatch.layer.css'
import '@mantine/core/styles/SegmentedControl.layer.css'
import { Button, ColorInput, SegmentedControl, TextInput } from '@mantine/core'
import { useState } from 'react'
import { call } from '#core/client/api.ts'
import { sendForm } from '#core/client/sendForm.ts'
import { useFileAddress } from '#core/client/useFileAddress.ts'
import { FileDrop } from '#core/ui/FileDrop.tsx'
import { ConflictNotice } from '#core/ui/form/ConflictNotice.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { unsavedQuestion, usePanelClosing } from '../../client/usePanelClosing.ts'
import { DEFAULT_COLOR, digestMessages, limits } from '../fields.ts'
import { templateRoutes as routes, type StyleTemplate } from '../templates.ts'
import s from './DigestPanel.module.css'
import { digestLabels, listed } from './digestLabels.ts'

type Props = {
  /** null for a new template. */
  template: StyleTemplate | null
  onClose: () => void
  onSaved: (template: StyleTemplate) => void
  onDeleted: (id: string) => void
  onStale: () => Promise<void>
}

const colors = ['#15397E', '#0A625F', '#2A3547', '#8A5200', '#801715']
const PICTURES = '.png,.jpg,.jpeg,.webp,.svg'

/** Edits a template: a logo, and a color or an image above the email. */
export function TemplateDialog({ template, onClose, onSaved, onDeleted, onStale }: Props) {
  const [logo, setLogo] = useState<File | null>(null)
  const [image, setImage] = useState<File | null>(null)
  const hasLogo = logo !== null || (template !== null && template.logo_image !== '')
  const hasImage = image !== null || (template !== null && template.image !== '')
  const form = useForm({
    draft: `template:${template?.id ?? ''}`,
    initial: {
      name: template?.name ?? '',
      color: template?.color ?? DEFAULT_COLOR,
      banner: template?.image_selected === 1 ? 'Image' : 'Color',
    },
    check: ({ name, color }) => ({
      name: name.trim() === '' ? digestMessages.templateName : undefined,
      color: /^#[0-9a-f]{6}$/i.test(color) ? undefined : digestMessages.notAColor,
    }),
    problemAt: 'name',
    isEager: true,
    send: async ({ name, color, banner }) => {
      const fields = { name, color, image_selected: banner === 'Image' ? '1' : '0' }
      const files = { ...(logo && { logo }), ...(image && { image }) }
      const saved = template
        ? await sendForm(routes.edit, {
            params: { id: template.id },
            fields: { ...fields, revision: String(template.revision) },
            files,
          }).done
        : await sendForm(routes.add, { fields, files }).done
      onSaved(saved)
      return `Template “${saved.name}” saved.`
    },
    onDone: onClose,
  })
  const { name, color, banner } = form.values
  const remove = () =>
    form.run(async () => {
      await call(routes.remove, { params: { id: template!.id } })
      onDeleted(template!.id)
      onClose()
      return 'Element was deleted successfully'
    })
  const isDirty = form.isDirty || logo !== null || image !== null
  const unsaved = usePanelClosing({ isDirty, submit: form.submit }, onClose)
  const missing = [
    name.trim() === '' && 'a name',
    !hasLogo && 'a logo',
    banner === 'Image' && !hasImage && 'an image',
  ].filter((one) => one !== false)
  return (
    <>
      <FormDialog
        title={template ? 'Edit template' : digestLabels.newTemplate}
        form={form}
        verb="Save"
        size={560}
        isTall
        isDisabled={missing.length > 0}
        isCovered={unsaved.isAsking}
        beside={
          template ? (
            <Button variant="default" color="red" onClick={() => void remove()}>
              Delete
            </Button>
          ) : undefined
        }
        onClose={unsaved.close}
      >
        <ConflictNotice problem={form.problem ?? form.errorOf('name')} onShow={onStale} />
        <TextInput label="Template Name" data-autofocus maxLength={limits.templateName} {...form.field('name')} />
        <Picture
          label="Logo"
          file={logo}
          kept={template?.logo_image ?? ''}
          onFile={setLogo}
          onRefused={form.setProblem}
        />
        <div>
          <p className="mb4 medium">Banner background</p>
          <SegmentedControl
            fullWidth
            data={['Image', 'Color']}
            value={banner}
            aria-label="Banner background"
            onChange={(value) => form.set('banner', value)}
          />
        </div>
        {banner === 'Color' ? (
          <ColorInput
            label="Color"
            format="hex"
            eyeDropperButtonProps={{ 'aria-label': 'Pick a color from the screen' }}
            swatches={colors}
            swatchesPerRow={5}
            value={color}
            error={form.errorOf('color')}
            onChange={(value) => form.set('color', value)}
          />
        ) : (
          <Picture
            label="Image"
            file={image}
            kept={template?.image ?? ''}
            onFile={setImage}
            onRefused={form.setProblem}
          />
        )}
        {missing.length > 0 && (
          <p className="cap" role="status">{`To save the template, add ${listed.format(missing)}.`}</p>
        )}
      </FormDialog>
      <UnsavedPrompt unsaved={unsaved} question={unsavedQuestion('this template')} />
    </>
  )
}

type PictureProps = {
  label: string
  file: File | null
  /** URL of the stored image; '' for none. */
  kept: string
  onFile: (file: File) => void
  onRefused: (why: string) => void
}

function Picture({ label, file, kept, onFile, onRefused }: PictureProps) {
  const shown = useFileAddress(file) ?? kept
  return (
    <div>
      <p className="mb4 medium">{label}</p>
      {shown !== '' && <img className={`block mb8 ${s.kept}`} src={shown} alt={label} />}
      <FileDrop
        title={shown === '' ? `Drop the ${label.toLowerCase()} here` : 'Drop another here'}
        limits={`JPEG, PNG, WEBP, or SVG, up to 2 MB. ${label === 'Image' ? '1200 × 300' : '480 × 96'} pixels look best.`}
        label={label}
        accept={PICTURES}
        isSmall
        isDisabled={false}
        onFiles={([one]) => one && onFile(one)}
        onRefused={onRefused}
      />
    </div>
  )
}
