import { Icon } from '#core/ui/Icon.tsx'
import '@mantine/core/styles/Kbd.layer.css'
import { Button, Kbd, UnstyledButton } from '@mantine/core'
import { useRef } from 'react'
import { useToday } from '#core/client/useToday.ts'
import { Dialog } from '#core/ui/Dialog.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { UnsavedPrompt } from '#core/ui/form/UnsavedPrompt.tsx'
import { type FormState, fieldPart, useForm } from '#core/ui/form/useForm.ts'
import { useUnsaved } from '#core/ui/form/useUnsaved.ts'
import { targetLabels } from '../../client/labels.ts'
import { useTargetActions } from '../../client/useTargetActions.ts'
import { OverlapHint } from '../../overlaps/client/OverlapHint.tsx'
import { StepFields } from '../../steps/client/StepFields.tsx'
import type { CreateInput } from '../contract.ts'
import type { ContactFilling } from './contactFiles.ts'
import { FileFill } from './FileFill.tsx'
import { FirstFields } from './FirstFields.tsx'
import s from './fields.module.css'
import { MoreFields } from './MoreFields.tsx'
import q from './OneLine.module.css'
import { EXAMPLE, OneLine } from './OneLine.tsx'
import { withFilling } from './quickForm.ts'
import { blankForm, type CreateForm, createErrors, createInputOf } from './targetForm.ts'
import { useQuickEntry } from './useQuickEntry.ts'

type Props = { prefill?: Partial<CreateInput>; onClose: () => void }

/** The form for a new target: a dialog on wide screens, a full sheet on narrow ones. */
export function CreateTarget({ prefill, onClose }: Props) {
  const today = useToday()
  const actions = useTargetActions()
  const form = useForm<CreateForm>({
    draft: 'create',
    initial: blankForm(today, prefill),
    check: createErrors,
    isEager: true,
    act: (given) => actions.create(createInputOf(given)),
    onDone: onClose,
  })
  const quick = useQuickEntry(form, today)
  const isLine = quick.line !== null
  const submit = isLine ? quick.submit : form.submit
  const unsaved = useUnsaved({ isDirty: form.isDirty || Boolean(quick.line?.trim()), submit }, onClose)
  return (
    <>
      <Dialog
        title={targetLabels.newTarget}
        size={720}
        isTall
        isCovered={unsaved.isAsking}
        form={{ ...form, submit }}
        onClose={unsaved.close}
        foot={
          <>
            {!isLine && (
              <span className="wide">
                <UnstyledButton className={`grow left dim ${q.hint}`} onClick={() => quick.type('')}>
                  Or write one line: <i>{EXAMPLE}</i>
                </UnstyledButton>
              </span>
            )}
            <Button variant="default" onClick={unsaved.close}>
              {targetLabels.cancel}
            </Button>
            <Submit form={form} rightSection={<Kbd className={`onlyWide ${s.kbd}`}>{isLine ? '↵' : 'Ctrl ↵'}</Kbd>}>
              {targetLabels.create}
            </Submit>
          </>
        }
      >
        {quick.line === null ? (
          <WholeForm form={form} today={today} wanted={quick.wanted} onLine={() => quick.type('')} />
        ) : (
          <OneLine
            line={quick.line}
            form={form.values}
            today={today}
            error={quick.error}
            onLine={quick.type}
            onForm={quick.toForm}
          />
        )}
      </Dialog>
      <UnsavedPrompt unsaved={unsaved} question={targetLabels.unsaved} />
    </>
  )
}

type WholeFormProps = {
  form: FormState<CreateForm>
  today: string
  /** Field to focus after the quick line. */
  wanted: keyof CreateForm | null
  onLine: () => void
}

function WholeForm({ form, today, wanted, onLine }: WholeFormProps) {
  const { company, contact, contact_email } = form.values
  const beforeFile = useRef<CreateForm | null>(null)
  const fill = (filling: ContactFilling, isOther: boolean) => {
    if (!isOther) beforeFile.current = form.values
    const { company, contact, contact_email, contact_phone, description, due } = beforeFile.current ?? form.values
    const before = { company, contact, contact_email, contact_phone, description, due }
    form.fill(withFilling({ ...form.values, ...before }, filling))
  }
  return (
    <FileFill onFill={fill} onUndo={() => beforeFile.current && form.fill(beforeFile.current)}>
      <span className="narrow">
        <Button variant="subtle" className={`absolute ${q.head}`} leftSection={<Icon name="bolt" />} onClick={onLine}>
          One line
        </Button>
      </span>
      <div className={`stack gap16 ${s.fields}`}>
        <FirstFields
          form={fieldPart(form)}
          hasCursor
          hint={<OverlapHint company={company} contact={contact} email={contact_email} />}
        />
        <StepFields label="First step" form={fieldPart(form)} today={today} isShort />
        <MoreFields form={form} wanted={wanted} />
      </div>
    </FileFill>
  )
}
