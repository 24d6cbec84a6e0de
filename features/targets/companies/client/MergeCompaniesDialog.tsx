import '@mantine/core/styles/Input.layer.css'
import '@mantine/core/styles/Radio.layer.css'
import { Radio } from '@mantine/core'
import { useMemo } from 'react'
import { call, problemOf } from '#core/client/api.ts'
import { useNavigate } from '#core/client/router/useRouter.ts'
import { useRows } from '#core/client/sync.tsx'
import { toast } from '#core/client/toasts.ts'
import { isSameCompany } from '#core/contract/companyKeys.ts'
import { FormDialog } from '#core/ui/form/FormDialog.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { targetEndpoints } from '../../contract.ts'
import { SuggestField } from '../../forms/client/SuggestField.tsx'
import { useCompanies } from '../../forms/client/useCompanies.ts'
import { companyPath, routes } from '../contract.ts'
import type { CompanySeen } from './useCompany.ts'

type Props = { company: CompanySeen; onClose: () => void }

/** Suggests names that are nearly the same. Whichever name leads, Targets keep the one they have. */
export function MergeCompaniesDialog({ company, onClose }: Props) {
  const { name, keyOf } = company
  const navigate = useNavigate()
  const rows = useRows(targetEndpoints)
  const form = useForm({
    initial: { other: '', lead: 'this' },
    check: ({ other }) => ({
      other:
        other.trim() === ''
          ? 'Choose the other company'
          : keyOf(other) === keyOf(name)
            ? 'This name is on the same page already'
            : undefined,
    }),
    async send({ other, lead }) {
      const [from, into] = lead === 'this' ? [other.trim(), name] : [name, other.trim()]
      await call(routes.mergeCompanies, { body: { name: from, into } })
      const undo = async () => {
        try {
          await call(routes.separateCompanies, { body: { name: from } })
          await company.refresh()
        } catch (thrown) {
          toast({ message: problemOf(thrown), color: 'red' })
        }
      }
      toast({ message: `${from} is part of ${into} now.`, undo, color: 'green' })
      await company.refresh()
      await navigate({ to: companyPath(into) })
      return undefined
    },
    onDone: onClose,
  })
  const typed = form.values.other
  const known = useCompanies(typed)
  const near = useMemo(() => nearNames(rows, name, keyOf), [rows, name, keyOf])
  const offered = typed === '' ? near : known.filter((one) => one.name !== typed && keyOf(one.name) !== keyOf(name))
  const isChosen = typed.trim() !== ''
  return (
    <FormDialog title={`Merge ${name}`} form={form} onClose={onClose} verb="Merge" isTall>
      <p className="pretty">
        Both names get one page with all Targets, contacts, and history. Targets keep the name they have. You can undo
        this for 30 days.
      </p>
      <SuggestField
        label="Other company"
        field={form.field('other')}
        hasCursor
        listLabel="Companies"
        {...(typed === '' && { heading: 'Similar names', shows: 'before' as const })}
        suggestions={offered.map((one) => ({
          value: one.name,
          shown: (
            <span className="stack shrink">
              <span className="one">{one.name}</span>
              <span className="cap">{one.hint}</span>
            </span>
          ),
        }))}
      />
      {isChosen && (
        <Radio.Group label="Name of the page" {...form.field('lead')}>
          <div className="stack gap8 mt8">
            <Radio value="this" label={name} />
            <Radio value="other" label={typed.trim()} />
          </div>
        </Radio.Group>
      )}
    </FormDialog>
  )
}

/** Names of this device's Targets that are probably the same company, but not on its page. */
function nearNames(rows: readonly { company: string }[], name: string, keyOf: (name: string) => string) {
  const byKey = Map.groupBy(
    rows.filter(({ company }) => company !== '' && keyOf(company) !== keyOf(name) && isSameCompany(company, name)),
    ({ company }) => keyOf(company),
  )
  return [...byKey.values()].map((there) => ({
    name: there[0]!.company,
    hint: there.length === 1 ? '1 Target' : `${there.length} Targets`,
  }))
}
