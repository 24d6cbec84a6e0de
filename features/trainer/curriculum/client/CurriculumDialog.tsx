import '@mantine/core/styles/Input.layer.css'
import { TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { ConfirmDialog } from '#core/ui/form/ConfirmDialog.tsx'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import {
  type CurriculumOverview,
  curriculumLimits,
  type ListedCategory,
  NewLessonInput,
  curriculumRoutes as routes,
} from '../contract.ts'
import type { CurriculumConfirm } from './asking.ts'
import { lessonPath } from './labels.ts'

type Props = {
  asking: Exclude<CurriculumConfirm, { kind: 'category' }>
  onClose: () => void
  onChanged: (curriculum: CurriculumOverview) => void
}

/** Asks before changes that need a confirmation, and for the title of a new lesson. */
export function CurriculumDialog({ asking, onClose, onChanged }: Props) {
  if (asking.kind === 'lesson') return <NewLessonDialog category={asking.category} onClose={onClose} />
  const { title, verb, tells, isDangerous, run } = questionOf(asking)
  return (
    <ConfirmDialog
      title={title}
      verb={verb}
      isDangerous={isDangerous}
      onClose={onClose}
      onConfirm={async () => {
        const { curriculum, said } = await run()
        onChanged(curriculum)
        return said
      }}
    >
      <p>{tells}</p>
    </ConfirmDialog>
  )
}

type Question = {
  title: string
  verb: string
  tells: string
  isDangerous: boolean
  run: () => Promise<{ curriculum: CurriculumOverview; said: string }>
}

function questionOf(asking: Exclude<Props['asking'], { kind: 'lesson' }>): Question {
  const isDangerous = asking.kind === 'removeCategory' || asking.kind === 'removeLesson'
  const verb = isDangerous ? 'Delete' : 'Publish'
  if ('category' in asking) {
    const { id, name } = asking.category
    const params = { id }
    return {
      title: `${verb} “${name}”?`,
      verb,
      isDangerous,
      tells: isDangerous
        ? 'This draft category has no lessons. Deleting it is permanent.'
        : 'Every firm with Trainer will see it, along with its published lessons.',
      run: async () => ({
        curriculum: isDangerous
          ? await call(routes.removeCategory, { params })
          : await call(routes.setCategoryState, { params, body: { state: 'published' } }),
        said: `“${name}” is ${isDangerous ? 'deleted' : 'published'}.`,
      }),
    }
  }
  const { id, title } = asking.lesson
  const params = { id }
  return {
    title: `${verb} “${title}”?`,
    verb,
    isDangerous,
    tells: isDangerous
      ? 'Only operators have seen this draft. Deleting it permanently removes its worksheet and video too.'
      : 'Every firm with Trainer will see this lesson once its category is published.',
    run: async () => ({
      curriculum: isDangerous
        ? await call(routes.removeLesson, { params })
        : await call(routes.setLessonState, { params, body: { state: 'published' } }),
      said: `“${title}” is ${isDangerous ? 'deleted' : 'published'}.`,
    }),
  }
}

function NewLessonDialog({ category, onClose }: { category: ListedCategory; onClose: () => void }) {
  const navigate = useNavigate()
  const form = useForm({
    draft: `lesson:new:${category.id}`,
    initial: { title: '' },
    shape: NewLessonInput,
    send: async (body) => {
      const { id } = await call(routes.addLesson, { params: { id: category.id }, body })
      void navigate({ to: lessonPath(id) })
      return `“${body.title}” is created as a draft.`
    },
    onDone: onClose,
  })
  return (
    <FormDialog title={`New lesson in ${category.name}`} form={form} onClose={onClose} verb="Create lesson">
      <TextInput label="Title" data-autofocus maxLength={curriculumLimits.title} {...form.field('title')} />
    </FormDialog>
  )
}
