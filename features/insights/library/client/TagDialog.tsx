import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { unsavedQuestion, usePanelClosing } from '../../client/usePanelClosing.ts'
import type { Tag } from '../contract.ts'
import { sortRoutes as routes } from '../routesContract.ts'
import { libraryLabels } from './labels.ts'

export function TagDialog({ onClose, onDone }: { onClose: () => void; onDone: (tag: Tag) => Promise<void> }) {
  const form = useForm({
    initial: { name: '' },
    ...(routes.addTag.body && { shape: routes.addTag.body }),
    problemAt: 'name',
    isEager: true,
    send: async ({ name }) => {
      await onDone(await call(routes.addTag, { body: { name } }))
      return `Tag “${name.trim()}” added.`
    },
    onDone: onClose,
  })
  const unsaved = usePanelClosing(form, onClose)
  return (
    <>
      <FormDialog
        title={libraryLabels.newTag}
        form={form}
        verb="Create Tag"
        isDisabled={form.values.name.trim() === ''}
        size={460}
        isCovered={unsaved.isAsking}
        onClose={unsaved.close}
      >
        <TextInput label="Tag Name" data-autofocus maxLength={60} {...form.field('name')} />
      </FormDialog>
      <UnsavedPrompt unsaved={unsaved} question={unsavedQuestion('this tag')} />
    </>
  )
}
