// The form of a digest. It is stored as a draft on the server for each preview, and created once it is valid.
import { useRef, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { useForm } from '#core/ui/form/useForm.ts'
import { formatStampInSentence } from '#core/ui/runs/formatRun.ts'
import { type Digest, routes } from '../contract.ts'
import {
  blank,
  type DigestFormItem,
  type DigestValues,
  digestFormValues,
  digestInput,
  itemsIn,
  validateForm,
  withItem,
} from './digestForm.ts'
import { formatZone } from './digestLabels.ts'

type Options = {
  digest: Digest | null
  /** A Library item that a new digest starts with. */
  first?: string | undefined
  onSaved: (digest: Digest) => void
  onClose: () => void
}

export function useDigestForm({ digest, first, onSaved, onClose }: Options) {
  const today = useToday()
  const zone = useZone()
  const author = useSession()?.user.fullname ?? ''
  /** The server's current version; null until the first save. */
  const kept = useRef(digest)
  const [initial] = useState<DigestValues>(() =>
    digest
      ? digestFormValues(digest, today)
      : { ...blank(author, today), items: first === undefined ? [] : [{ contentId: first, isAuto: false }] },
  )
  /** The values on the server, or the initial values. */
  const [saved, setSaved] = useState(initial)
  const form = useForm<DigestValues>({
    draft: `digest:${digest?.id ?? ''}`,
    initial,
    isEager: true,
    check: (values) => validateForm(values, { now: new Date().toISOString(), zone }),
    send: async (values) => {
      const made = await save(values, false)
      return made.next_run
        ? `Digest scheduled for ${formatStampInSentence(made.next_run, today)}, ${formatZone(made.zone)}.`
        : 'Digest saved.'
    },
    onDone: onClose,
  })
  const save = async (values: DigestValues, isDraft: boolean): Promise<Digest> => {
    const body = digestInput(values, isDraft)
    const { current } = kept
    const saving = current
      ? call(routes.edit, { params: { id: current.id }, body: { ...body, revision: current.revision } })
      : call(routes.add, { body })
    const made = await saving.catch((thrown) => {
      // A toast repeats the error, because its field can be scrolled out of view.
      toast({ message: problemOf(thrown), color: 'red' })
      throw thrown
    })
    kept.current = made
    setSaved(values)
    onSaved(made)
    return made
  }
  // Previewing a scheduled digest leaves it scheduled.
  const isDraft = () => kept.current === null || kept.current.status === 'draft'
  /** Saves the form. Returns the digest, or null if the server rejected it. */
  const keep = async (values = form.values): Promise<Digest | null> => {
    let made: Digest | null = null
    await form.run(async () => {
      made = await save(values, isDraft())
      return undefined
    })
    return made
  }
  const setItems = (items: DigestFormItem[]) => form.set('items', items)
  return {
    form,
    isScheduled: !isDraft(),
    isDirty: isOther(form.values, saved),
    keep,
    /** Returns false if the item is already there. */
    add(item: DigestFormItem): boolean {
      const items = withItem(form.values.items, item, (message) => toast({ message, color: 'red' }))
      if (items) setItems(items)
      return items !== null
    },
    setItems,
    /** The server chooses which favorites it adds. */
    async populate(isOn: boolean): Promise<void> {
      const values = { ...form.values, auto_populate: isOn }
      const made = await keep(values)
      if (!made) return
      const populated = { auto_populate: isOn, items: itemsIn(made) }
      form.fill(populated)
      setSaved({ ...values, ...populated })
    },
  }
}
/** A template that was preselected doesn't count as an unsaved change. */
const isOther = (values: DigestValues, saved: DigestValues) => {
  const template_id = saved.template_id || values.template_id
  return JSON.stringify(values) !== JSON.stringify({ ...saved, template_id })
}

export type DigestFormState = ReturnType<typeof useDigestForm>
