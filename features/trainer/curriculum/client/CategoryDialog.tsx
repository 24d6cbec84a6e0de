import '@mantine/core/styles/Input.layer.css'
import { Textarea, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { ConflictNotice } from '#core/ui/form/ConflictNotice.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import {
  CategoryInput,
  type CurriculumOverview,
  curriculumLimits,
  type ListedCategory,
  curriculumRoutes as routes,
} from '../contract.ts'

type Props = {
  /** Null creates a new category. */
  category: ListedCategory | null
  onClose: () => void
  onSaved: (curriculum: CurriculumOverview) => void
  /** Reloads the category after someone else has changed it. */
  onStale: () => Promise<void>
}

export function CategoryDialog({ category, onClose, onSaved, onStale }: Props) {
  const form = useForm({
    draft: `category:${category?.id ?? ''}`,
    initial: { name: category?.name ?? '', description: category?.description ?? '' },
    shape: CategoryInput,
    send: async (body) => {
      onSaved(
        category
          ? await call(routes.editCategory, {
              params: { id: category.id },
              body: { ...body, revision: category.revision },
            })
          : await call(routes.addCategory, { body }),
      )
      return category ? `“${body.name}” saved.` : `“${body.name}” created as a draft.`
    },
    onDone: onClose,
  })
  return (
    <FormDialog
      title={category ? 'Edit category' : 'New category'}
      form={form}
      onClose={onClose}
      verb={category ? 'Save' : 'Create category'}
    >
      <ConflictNotice problem={form.problem} onShow={onStale} />
      <TextInput label="Focus" data-autofocus maxLength={curriculumLimits.name} {...form.field('name')} />
      <Textarea
        label="Focus description"
        description="Shown next to the name in the lesson list."
        autosize
        minRows={2}
        maxRows={8}
        maxLength={curriculumLimits.focus}
        {...form.field('description')}
      />
    </FormDialog>
  )
}
