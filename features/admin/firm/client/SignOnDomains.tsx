import { Button, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { call } from '#core/client/api.ts'
import { errorsOf } from '#core/client/fieldErrors.ts'
import { useChange } from '#core/client/useChange.ts'
import { Problem } from '#core/ui/Problem.tsx'
import { type Domain, DomainInput, signOnSetUpRoutes as routes } from '#features/account/signOnContract.ts'
import s from './SignOn.module.css'
import { SignOnDomain } from './SignOnDomain.tsx'

type Props = { domains: Domain[]; isOffline: boolean; reload: () => Promise<void> }

/** The firm's domains: each counts once its name servers, or an operator, say that it is the firm's. */
export function SignOnDomains({ domains, isOffline, reload }: Props) {
  const [domain, setDomain] = useState('')
  const { isBusy, problem, errors, run, setErrors } = useChange()
  const add = async (event: FormEvent) => {
    event.preventDefault()
    const found = errorsOf(DomainInput, { domain })
    if (found.domain) return setErrors(found)
    const isAdded = await run(async () => {
      await call(routes.addDomain, { body: { domain } })
      await reload()
      return undefined
    })
    if (isAdded) setDomain('')
  }
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
      <form className={s.add} onSubmit={add} noValidate>
        <TextInput
          label="Add a domain"
          placeholder="example.com"
          name="domain"
          autoCapitalize="none"
          spellCheck={false}
          value={domain}
          error={errors.domain}
          onChange={(event) => {
            setDomain(event.currentTarget.value)
            setErrors({})
          }}
        />
        <Button type="submit" variant="default" disabled={isOffline} aria-disabled={isBusy || undefined}>
          Add domain
        </Button>
      </form>
      <Problem>{errors.domain ? null : problem}</Problem>
    </section>
  )
}
