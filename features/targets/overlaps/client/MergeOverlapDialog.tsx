import '@mantine/core/styles/Input.layer.css'
import { Textarea } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { routes, TOGETHER_MESSAGE, TogetherMessage } from '../contract.ts'

type Props = {
  target: string
  people: readonly string[]
  targetIds: string[]
  onClose: () => void
  onAsked: () => void
}

/** Shows who will be asked, and takes a message for all of them. */
export function MergeOverlapDialog({ target, people, targetIds, onClose, onAsked }: Props) {
  const names = new Intl.ListFormat('en-US').format(people)
  const form = useForm({
    initial: { message: '' },
    shape: TogetherMessage,
    send: async ({ message }) => {
      await call(routes.bringTogether, { body: { target_ids: targetIds, message } })
      onAsked()
      return undefined
    },
    onDone: onClose,
  })
  return (
    <FormDialog title="Ask them to work together" verb="Ask them" form={form} onClose={onClose}>
      <p>
        {names} each get a notice in your name that asks them to work together on {target}.
      </p>
      <Textarea
        label="Message (optional)"
        data-autofocus
        autosize
        minRows={3}
        maxRows={8}
        description={`Everyone you ask receives it. Up to ${TOGETHER_MESSAGE} characters.`}
        {...form.field('message')}
      />
    </FormDialog>
  )
}
