import { TextInput } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { call } from '#core/client/api.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { DomainInput, signOnSetUpRoutes as routes } from '#features/account/signOnContract.ts'
import s from '../../firm/client/SignOn.module.css'
import p from '../../people/client/People.module.css'
import type { FirmDetail } from '../contract.ts'

type Props = { firm: FirmDetail; isOffline: boolean; onChanged: () => Promise<void> }

const proofs = { dns: 'Proved by its DNS record', operator: 'Proved by an operator' } as const

/** The domains that are a firm's, and another one that an operator vouches for. */
export function FirmDomains({ firm, isOffline, onChanged }: Props) {
  const form = useForm({
    initial: { domain: '' },
    shape: DomainInput,
    send: async (body) => {
      const { domain } = await call(routes.proveDomain, { params: { id: firm.id }, body })
      await onChanged()
      return `${domain} belongs to ${firm.name} now.`
    },
    onDone: (): void => form.fill({ domain: '' }),
  })
  return (
    <section className={p.section} aria-labelledby="firm-domains">
      <div>
        <h3 id="firm-domains">Domains</h3>
        <p className={p.why}>
          The firm proves its domains by DNS records, under Sign-on. Where you know that one is theirs, you can prove it
          here.
        </p>
      </div>
      {firm.domains.length > 0 && (
        <ul className={p.rows} aria-label="Proved domains">
          {firm.domains.map(({ domain, how }) => (
            <li key={domain}>
              <strong>{domain}</strong>
              <span className={s.state} data-good>
                <IconCheck size={16} aria-hidden />
                {proofs[how]}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Form form={{ ...form, problem: undefined }} className={s.add}>
        <TextInput
          label="Prove a domain"
          placeholder="example.com"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('domain')}
        />
        <Submit form={form} variant="default" disabled={isOffline}>
          Prove
        </Submit>
      </Form>
      <Problem>{form.problem}</Problem>
    </section>
  )
}
