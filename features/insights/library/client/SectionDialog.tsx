import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { unsavedQuestion, usePanelClosing } from '../../client/usePanelClosing.ts'
import type { ItemSection } from '../contract.ts'
import { sortRoutes as routes } from '../routesContract.ts'
import { libraryLabels } from './labels.ts'

type Props = {
  /** null for a new section. */
  section: ItemSection | null
  onClose: () => void
  onDone: (section: ItemSection) => Promise<void>
}

export function SectionDialog({ section, onClose, onDone }: Props) {
  const form = useForm({
    initial: { name: section?.name ?? '' },
    ...(routes.addSection.body && { shape: routes.addSection.body }),
    problemAt: 'name',
    isEager: true,
    send: async ({ name }) => {
      const saved = section
        ? await call(routes.editSection, { params: { id: section.id }, body: { name } })
        : await call(routes.addSection, { body: { name } })
      await onDone(saved)
      return section ? `Section renamed to “${saved.name}.”` : `“${saved.name}” added.`
    },
    onDone: onClose,
  })
  const unsaved = usePanelClosing(form, onClose)
  return (
    <>
      <FormDialog
        title={section ? 'Rename section' : libraryLabels.newSection}
        form={form}
        verb="Save"
        size={460}
        isCovered={unsaved.isAsking}
        onClose={unsaved.close}
      >
        <TextInput label="Section Name" data-autofocus {...form.field('name')} />
      </FormDialog>
      <UnsavedPrompt unsaved={unsaved} question={unsavedQuestion('this section')} />
    </>
  )
}
