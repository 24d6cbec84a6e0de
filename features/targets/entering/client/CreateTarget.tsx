import { Button, Kbd, Textarea, UnstyledButton } from '@mantine/core'
import { IconBolt } from '@tabler/icons-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { Dialog } from '#core/ui/Dialog.tsx'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { useToday } from '../../client/useToday.ts'
import { words } from '../../client/words.ts'
import { OverlapHint } from '../../overlaps/client/OverlapHint.tsx'
import { StepFields } from '../../steps/client/StepFields.tsx'
import type { CreateInput } from '../contract.ts'
import { readQuickLine } from '../quickLine.ts'
import type { Filling } from './contactFiles.ts'
import { FileFill } from './FileFill.tsx'
import s from './fields.module.css'
import q from './OneLine.module.css'
import { EXAMPLE, OneLine } from './OneLine.tsx'
import { withFilling, withQuickLine } from './quickForm.ts'
import { TargetFields } from './TargetFields.tsx'
import { blankForm, type CreateForm, createErrors, createInputOf } from './targetForm.ts'
import { UnsavedPrompt } from './UnsavedPrompt.tsx'
import { useForm } from './useForm.ts'
import { useUnsavedGuard } from './useUnsavedGuard.ts'

type Props = { prefill?: Partial<CreateInput>; onClose: () => void }

/** The form of a new target: a dialog on wide screens, a full sheet on narrow ones. */
export function CreateTarget({ prefill, onClose }: Props) {
  const today = useToday()
  const actions = useTargetActions()
  const state = useForm(blankForm(today, prefill), createErrors)
  const [isAsked, setAsked] = useState(false)
  /** The quick line, while it stands in the place of the form. */
  const [line, setLine] = useState<string | null>(null)
  const [lineError, setLineError] = useState<string>()
  const isDirty = state.isDirty || Boolean(line?.trim())
  const guard = useUnsavedGuard(isDirty)
  const focusField = useFieldFocus(state.element)
  const beforeFile = useRef<CreateForm | null>(null)
  const isAsking = isAsked || guard.isAsking

  const stay = () => {
    setAsked(false)
    guard.stay()
  }
  const openLine = () => setLine('')
  const openForm = (field: keyof CreateForm = 'company') => {
    state.fill(withQuickLine(state.form, readQuickLine(line ?? '', today)))
    setLine(null)
    focusField(field)
  }
  /** What the line does not say has its usual value; what can't be created that way is shown in the form. */
  const submitLine = (text: string): boolean => {
    const form = withQuickLine(state.form, readQuickLine(text, today))
    if (form.company === '' && form.contact === '') {
      setLineError('Please say who it is: a company, or a contact @ a company.')
      return false
    }
    const [wrong] = Object.keys(createErrors(form)) as (keyof CreateForm)[]
    if (wrong) openForm(wrong)
    if (wrong || !actions.create(createInputOf(form))) return false
    onClose()
    return true
  }
  const fill = (filling: Filling, isOther: boolean) => {
    if (!isOther) beforeFile.current = state.form
    const { company, contact, contact_email, description, due } = beforeFile.current ?? state.form
    state.fill(withFilling({ ...state.form, company, contact, contact_email, description, due }, filling))
  }
  const submit = (): boolean => {
    if (line !== null) return submitLine(line)
    if (!state.isReady() || !actions.create(createInputOf(state.form))) return false
    onClose()
    return true
  }
  const saveAndLeave = () => {
    const isLeaving = guard.isAsking
    setAsked(false)
    if (!submit()) guard.stay()
    else if (isLeaving) guard.leave()
  }
  const dropAndLeave = () => {
    onClose()
    if (guard.isAsking) guard.leave()
  }
  return (
    <>
      <Dialog
        title={words.newTarget}
        size={720}
        isTall
        isCovered={isAsking}
        form={state.element}
        onClose={() => (isDirty ? setAsked(true) : onClose())}
        onSubmit={submit}
        foot={
          <>
            {line === null && (
              <span className="wide">
                <UnstyledButton className={`${q.hint} cap`} onClick={openLine}>
                  Or write one line: <i>{EXAMPLE}</i>
                </UnstyledButton>
              </span>
            )}
            <Button variant="default" onClick={onClose}>
              {words.cancel}
            </Button>
            <Button type="submit" rightSection={<Kbd className={s.kbd}>{line === null ? 'Ctrl ↵' : '↵'}</Kbd>}>
              {words.create}
            </Button>
          </>
        }
      >
        {line !== null ? (
          <OneLine
            line={line}
            form={state.form}
            today={today}
            error={lineError}
            onLine={(text) => {
              setLine(text)
              setLineError(undefined)
            }}
            onForm={openForm}
          />
        ) : (
          <FileFill onFill={fill} onUndo={() => beforeFile.current && state.fill(beforeFile.current)}>
            <span className="narrow">
              <Button
                variant="subtle"
                className={q.head}
                leftSection={<IconBolt size={18} stroke={1.6} aria-hidden />}
                onClick={openLine}
              >
                One line
              </Button>
            </span>
            <div className={s.fields} {...state.watch}>
              <TargetFields
                state={state}
                hasCursor
                hint={
                  <OverlapHint
                    company={state.form.company}
                    contact={state.form.contact}
                    email={state.form.contact_email}
                  />
                }
              />
              <hr className={s.rule} />
              <StepFields label="First step" value={state.form} today={today} errorOf={state.errorOf} set={state.set} />
              <Textarea
                label={
                  <>
                    Note<span className={s.optional}> optional</span>
                  </>
                }
                name="note"
                placeholder="Only you and collaborators see it"
                autosize
                minRows={2}
                maxRows={6}
                value={state.form.note}
                error={state.errorOf('note')}
                onChange={(event) => state.set('note', event.currentTarget.value)}
              />
            </div>
          </FileFill>
        )}
      </Dialog>
      {isAsking && <UnsavedPrompt onDrop={dropAndLeave} onSave={saveAndLeave} onStay={stay} />}
    </>
  )
}

/** Puts the cursor in a field of the form that is about to appear. */
function useFieldFocus(element: RefObject<HTMLFormElement | null>) {
  const [field, setField] = useState<string | null>(null)
  useEffect(() => {
    if (field === null) return
    const input = element.current?.querySelector<HTMLElement>(`[name="${field}"]`)
    input?.focus()
    input?.scrollIntoView({ block: 'nearest' })
    setField(null)
  }, [field, element])
  return setField
}
