import '@mantine/core/styles/Input.layer.css'
import { NativeSelect, TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { type FormState, useForm } from '#core/ui/form/useForm.ts'
import { type HelpLink, type HelpLinks, routes } from '../contract.ts'
import s from './HelpEditor.module.css'
import { linksIn, type PlaceName, places, type TypedLinks, typedLinks, validateLink } from './linkForm.ts'

type Props = {
  starter: string
  links: readonly HelpLink[]
  known: HelpLinks
  /** Whether there are assets to link. */
  hasAssets: boolean
  onClose: () => void
  onSaved: () => Promise<void>
}

/** Edits up to three ordered links of a starter. */
export function LinksDialog({ starter, links, known, hasAssets, onClose, onSaved }: Props) {
  const form = useForm<TypedLinks>({
    draft: `stepHelp:${starter}`,
    initial: typedLinks(links),
    check: (typed) => validateLink(typed, known),
    send: async (typed) => {
      await call(routes.setHelp, { body: { starter, links: linksIn(typed) } })
      await onSaved()
      return `Help for “${starter}” saved.`
    },
    onDone: onClose,
  })
  return (
    <FormDialog title={`Help with “${starter}”`} form={form} onClose={onClose} verb="Save" size={720}>
      {places.map((name, at) => (
        <LinkFields key={name} name={name} number={at + 1} form={form} known={known} hasAssets={hasAssets} />
      ))}
    </FormDialog>
  )
}

type FieldsProps = {
  name: PlaceName
  number: number
  form: FormState<TypedLinks>
  known: HelpLinks
  hasAssets: boolean
}

function LinkFields({ name, number, form, known, hasAssets }: FieldsProps) {
  const { kind } = form.values[name]
  return (
    <fieldset className={s.link}>
      <legend className="mb8 strong">Link {number}</legend>
      <div className={`grid gap12 ${s.fields}`}>
        <NativeSelect
          label="Kind"
          data={[
            { value: '', label: 'None' },
            { value: 'lesson', label: 'Lesson' },
            { value: 'question', label: 'Worksheet question' },
            ...(hasAssets || kind === 'asset' ? [{ value: 'asset', label: 'Asset' }] : []),
          ]}
          {...form.field(`${name}.kind`)}
        />
        {kind === 'lesson' && (
          <>
            <NativeSelect label="Lesson" data={lessonChoices(known)} {...form.field(`${name}.lesson`)} />
            <TextInput label="From" placeholder="0:00" autoComplete="off" {...form.field(`${name}.at`)} />
          </>
        )}
        {kind === 'question' && (
          <div className={s.wide}>
            <NativeSelect label="Question" data={questionChoices(known)} {...form.field(`${name}.question`)} />
          </div>
        )}
        {kind === 'asset' && (
          <div className={s.wide}>
            <NativeSelect
              label="Asset"
              description="Shown only to people who can open it."
              inputWrapperOrder={['label', 'input', 'description', 'error']}
              data={assetChoices(known)}
              {...form.field(`${name}.asset`)}
            />
          </div>
        )}
      </div>
    </fieldset>
  )
}

const choose = { value: '', label: 'Choose one' }
const lessonChoices = ({ lessons }: HelpLinks) => [
  choose,
  ...lessons.map(({ id, number, title }) => ({ value: id, label: number === 0 ? title : `${number}. ${title}` })),
]
const questionChoices = ({ lessons }: HelpLinks) => [
  choose,
  ...lessons.flatMap(({ title, worksheet }) =>
    worksheet
      ? {
          group: title,
          items: worksheet.questions.map(({ key, text }) => ({ value: `${worksheet.id} ${key}`, label: text })),
        }
      : [],
  ),
]
const assetChoices = ({ assets }: HelpLinks) => [choose, ...assets.map(({ id, name }) => ({ value: id, label: name }))]
