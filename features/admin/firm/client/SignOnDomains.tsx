import { TextInput } from '@mantine/core'
import { call } from '#core/client/api.ts'
import { Form } from '#core/ui/form/Form.tsx'
import { Submit } from '#core/ui/form/Submit.tsx'
import { useForm } from '#core/ui/form/useForm.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { type Domain, DomainInput, signOnSetUpRoutes as routes } from '#features/account/signOnContract.ts'
import s from './SignOn.module.css'
import { SignOnDomain } from './SignOnDomain.tsx'

type Props = { domains: Domain[]; isOffline: boolean; reload: () => Promise<void> }

/** The firm's domains: each counts once its name servers, or an operator, say that it is the firm's. */
export function SignOnDomains({ domains, isOffline, reload }: Props) {
  const form = useForm({
    initial: { domain: '' },
    shape: DomainInput,
    send: async (body) => {
      await call(routes.addDomain, { body })
      await reload()
      return undefined
    },
    onDone: (): void => form.fill({ domain: '' }),
  })
  return (
    <section className={s.part} aria-labelledby="domains">
      <div>
        <h2 id="domains">Domains</h2>
        <p className={s.why}>
          Only people with an address at a proved domain of your firm can sign on, and a domain belongs to one firm.
        </p>
      </div>
      {domains.length > 0 && (
        <ul className={s.list} aria-label="Domains">
          {domains.map((one) => (
            <SignOnDomain key={one.id} domain={one} isOffline={isOffline} reload={reload} />
          ))}
        </ul>
      )}
      <Form form={{ ...form, problem: undefined }} className={s.add}>
        <TextInput
          label="Add a domain"
          placeholder="example.com"
          autoCapitalize="none"
          spellCheck={false}
          {...form.field('domain')}
        />
        <Submit form={form} variant="default" disabled={isOffline}>
          Add domain
        </Submit>
      </Form>
      <Problem>{form.problem}</Problem>
    </section>
  )
}
