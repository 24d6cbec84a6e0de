import { useEffect, useState } from 'react'
import { useDraft } from '#core/client/drafts.ts'
import type { FormState } from '#core/ui/form/useForm.ts'
import { readQuickLine } from '../quickLine.ts'
import { withQuickLine } from './quickForm.ts'
import type { CreateForm } from './targetForm.ts'

/** Said before a line without a step creates a Target that says only 'Identify next steps'. */
export const stepIsMissing =
  'No step was found. Add one after a dash, or press Enter again to create the Target without it.'
export const whoIsMissing = 'Start with a company, or with contact @ company.'

/** The quick line of a new target, while it stands in the place of the form. `line` is null while it doesn't. */
export function useQuickEntry(form: FormState<CreateForm>, today: string) {
  const [line, setLine] = useState<string | null>(null)
  const [error, setError] = useState<string>()
  useDraft('create:line', line?.trim() ? line : null, setLine)
  const { field, focusField } = useFieldFocus(form.element)
  const read = () => withQuickLine(form.values, readQuickLine(line ?? '', today))
  const hasStep = () => readQuickLine(line ?? '', today).step !== ''
  return {
    line,
    error,
    /** The field of the form that a chip leads to. */
    wanted: field,
    type: (text: string) => {
      setLine(text)
      setError(undefined)
    },
    /** To the form, with everything filled in and the cursor in that field. */
    toForm: (field: keyof CreateForm = 'company') => {
      form.fill(read())
      setLine(null)
      focusField(field)
    },
    /** What the line does not say has its usual value; what can't be created that way is shown in the form. */
    submit: async (): Promise<boolean> => {
      const said = read()
      if (said.company === '' && said.contact === '') {
        setError(whoIsMissing)
        return false
      }
      if (!hasStep() && error !== stepIsMissing) {
        setError(stepIsMissing)
        return false
      }
      form.fill(said)
      if (form.isReady()) return form.submit()
      setLine(null)
      return false
    },
  }
}

/** Puts the cursor in a field of the form that is about to appear. */
function useFieldFocus(element: FormState<CreateForm>['element']) {
  const [field, setField] = useState<keyof CreateForm | null>(null)
  useEffect(() => {
    if (field === null) return
    const input = element.current?.querySelector<HTMLElement>(`[name="${field}"]`)
    input?.focus()
    input?.scrollIntoView({ block: 'nearest' })
    setField(null)
  }, [field, element])
  return { field, focusField: setField }
}
