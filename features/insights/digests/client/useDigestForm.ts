// The form of a digest. It is stored as a draft on the server for each preview, and created once it is valid.
import { useRef, useState } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { useSession } from '#core/client/session.ts'
import { toast } from '#core/client/toasts.ts'
import { useToday, useZone } from '#core/client/useToday.ts'
import { useForm } from '#core/ui/form/useForm.ts'
import { formatStampInSentence } from '#core/ui/runs/formatRun.ts'
import { type Digest, type DigestPerson, routes } from '../contract.ts'
import {
  blank,
  type DigestFormItem,
  type DigestValues,
  digestFormValues,
  digestInput,
  itemsIn,
  loadedRecipients,
  type Recipients,
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
      : call(routes.add, { body: { ...body, user_ids: body.user_ids ?? [], left_out_ids: body.left_out_ids ?? [] } })
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
  const latest = useRef(form)
  latest.current = form
  const loading = useRef<Promise<StoredPeople> | null>(null)
  /**
   * Loads the stored people when the recipients are first edited. Returns the recipients, or null if they couldn't be
   * loaded. Then nothing changes, and saving keeps the stored people.
   */
  const loadPeople = async (): Promise<Recipients | null> => {
    const loaded = loadedRecipients(latest.current.values)
    if (loaded) return loaded
    loading.current ??= readPeople(kept.current!.id)
    const people = await loading.current.catch((thrown) => {
      toast({ message: problemOf(thrown), color: 'red' })
      return null
    })
    loading.current = null
    const { user_ids, left_out_ids, list_ids } = latest.current.values
    if (!people) return null
    const missing = {
      ...(user_ids === null && { user_ids: people.user_ids }),
      ...(left_out_ids === null && { left_out_ids: people.left_out_ids }),
    }
    latest.current.beginAnew(missing)
    setSaved((before) => ({ ...before, ...missing }))
    return {
      user_ids: user_ids ?? people.user_ids,
      left_out_ids: left_out_ids ?? people.left_out_ids,
      list_ids,
    }
  }
  const setItems = (items: DigestFormItem[]) => form.set('items', items)
  return {
    form,
    /** The digest on the server; null until it is saved. */
    stored: kept.current,
    loadPeople,
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
  const before = { ...saved, template_id: saved.template_id || values.template_id }
  const names = Object.keys(values) as (keyof DigestValues)[]
  return names.some(
    (name) => values[name] !== before[name] && JSON.stringify(values[name]) !== JSON.stringify(before[name]),
  )
}

/** Most people that a page can have. */
const PAGE = 500

type StoredPeople = { user_ids: string[]; left_out_ids: string[] }

/** Reads all pages. If someone edits the digest in the meantime, saving is rejected because of its revision. */
async function readPeople(id: string): Promise<StoredPeople> {
  const people: DigestPerson[] = []
  let after: string | undefined
  do {
    const page = await call(routes.people, { params: { id }, query: { after, limit: PAGE } })
    people.push(...page.people)
    after = page.next ?? undefined
  } while (after !== undefined)
  return {
    user_ids: people.filter((one) => one.is_recipient).map(({ user_id }) => user_id),
    left_out_ids: people.filter((one) => one.is_left_out).map(({ user_id }) => user_id),
  }
}

export type DigestFormState = ReturnType<typeof useDigestForm>
