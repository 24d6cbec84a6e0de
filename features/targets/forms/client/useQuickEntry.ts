import { useEffect, useState } from 'react'
import { useDraft } from '#core/client/drafts.ts'
import type { FormState } from '#core/ui/form/useForm.ts'
import { withQuickLine } from './quickForm.ts'
import type { CreateForm } from './targetForm.ts'
import { useReadLine } from './useReadLine.ts'

/** Shown before a line without a step creates a Target with only 'Identify next steps'. */
export const stepIsMissing =
  'No step was found. Add one after a dash, or press Enter again to create the Target without it.'
export const whoIsMissing = 'Start with a company, or with contact @ company.'

/** The quick line for a new target, shown instead of the form. `line` is null while the form is shown. */
export function useQuickEntry(form: FormState<CreateForm>, today: string) {
  const readIn = useReadLine(today)
  const [line, setLine] = useState<string | null>(null)
  const readLine = () => readIn(line ?? '')
  const [error, setError] = useState<string>()
  useDraft('create:line', line?.trim() ? line : null, setLine)
  const { field, focusField } = useFieldFocus(form.element)
  const read = () => withQuickLine(form.values, readLine())
  const hasStep = () => readLine().step !== ''
  return {
    line,
    error,
    wanted: field,
    type: (text: string) => {
      setLine(text)
      setError(undefined)
    },
    /** Switches to the filled-in form and focuses that field. */
    toForm: (field: keyof CreateForm = 'company') => {
      form.fill(read())
      setLine(null)
      focusField(field)
    },
    /** Missing fields get their defaults. If the target can't be created that way, the form shows the errors. */
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
