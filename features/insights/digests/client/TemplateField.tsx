import { Button, UnstyledButton } from '@mantine/core'
import { useEffect, useState } from 'react'
import { AnswerState } from '#core/client/AnswerState.tsx'
import { lazyComponent } from '#core/client/lazyComponent.tsx'
import type { LoadedQuery } from '#core/client/query.ts'
import { Icon } from '#core/ui/Icon.tsx'
import type { StyleTemplate } from '../templates.ts'
import s from './DigestPanel.module.css'
import { digestLabels } from './digestLabels.ts'
import type { DigestFormState } from './useDigestForm.ts'

const TemplateDialog = lazyComponent(() => import('./TemplateDialog.tsx').then((file) => file.TemplateDialog))

type Props = { form: DigestFormState['form']; asked: LoadedQuery<{ styletemplates: StyleTemplate[] }> }

/** Selects one of the templates, each shown as a small preview. */
export function TemplateField({ form, asked }: Props) {
  const all = asked.value?.styletemplates ?? []
  const [open, setOpen] = useState<StyleTemplate | 'new' | null>(null)
  const chosen = all.find(({ id }) => id === form.values.template_id)
  const only = all.length === 1 ? all[0]!.id : ''
  const isNone = form.values.template_id === ''
  const { set } = form
  // biome-ignore lint/correctness/useExhaustiveDependencies: the form's functions are new with each letter
  useEffect(() => {
    if (isNone && only !== '') set('template_id', only)
  }, [isNone, only])
  return (
    <section aria-labelledby="digest-template">
      <div className={`row between gap8 mb8 ${s.row}`}>
        <h3 id="digest-template">Template</h3>
        <span>
          {chosen && (
            <Button
              variant="subtle"
              size="compact-sm"
              leftSection={<Icon name="pencil" size={16} stroke={1.75} />}
              onClick={() => setOpen(chosen)}
            >
              Edit
            </Button>
          )}
          <Button
            variant="subtle"
            size="compact-sm"
            leftSection={<Icon name="plus" size={16} stroke={1.75} />}
            onClick={() => setOpen('new')}
          >
            {digestLabels.newTemplate}
          </Button>
        </span>
      </div>
      <AnswerState isAwaited of={asked} />
      {asked.value && all.length === 0 && (
        <p className="dim">Templates add your firm’s logo and colors to the email. Create your first one.</p>
      )}
      <div className={`grid gap12 ${s.templates}`} role="radiogroup" aria-label="Template">
        {all.map((one) => (
          <UnstyledButton
            key={one.id}
            role="radio"
            aria-checked={one.id === form.values.template_id}
            className={`small medium clip rounded ${s.template}`}
            onClick={() => form.set('template_id', one.id)}
          >
            <Drawing template={one} />
            <span className="block one">{one.name}</span>
          </UnstyledButton>
        ))}
      </div>
      {form.errorOf('template_id') && <p className={`small bad ${s.wrong}`}>{form.errorOf('template_id')}</p>}
      {open && (
        <TemplateDialog
          template={open === 'new' ? null : open}
          onClose={() => setOpen(null)}
          onSaved={(saved) => {
            asked.take({
              styletemplates: [...all.filter(({ id }) => id !== saved.id), saved].sort((a, b) =>
                a.name.localeCompare(b.name),
              ),
            })
            form.set('template_id', saved.id)
          }}
          onDeleted={(id) => {
            asked.take({ styletemplates: all.filter((one) => one.id !== id) })
            if (form.values.template_id === id) form.set('template_id', '')
          }}
          onStale={async () => {
            setOpen(null)
            await asked.refresh()
          }}
        />
      )}
    </section>
  )
}

function Drawing({
  template: { color, image, image_selected: isImage, logo_image: logo },
}: {
  template: StyleTemplate
}) {
  return (
    <svg className="block fill" viewBox="0 0 132 76" aria-hidden="true">
      <rect width="132" height="76" fill="var(--pu-sunken)" />
      <rect x="22" y="8" width="88" height="68" fill="#fff" />
      {isImage && image ? (
        <image href={image} x="22" y="8" width="88" height="24" preserveAspectRatio="xMidYMid slice" />
      ) : (
        <rect x="22" y="8" width="88" height="24" fill={color} />
      )}
      {logo && <image href={logo} x="28" y="13" width="44" height="14" preserveAspectRatio="xMinYMid meet" />}
      <path d="M30 42h60M30 50h44" stroke="#b9c3d2" strokeWidth="4" strokeLinecap="round" />
      <rect x="30" y="58" width="32" height="18" fill="#d9e3f5" />
      <rect x="68" y="58" width="32" height="18" fill="#d8f1ef" />
    </svg>
  )
}
