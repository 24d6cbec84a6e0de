// Which names belong to one company since their pages were merged. Names that are alike belong together anyway.
import { z } from 'zod'
import { pageKeyOf } from '#core/contract/companyKeys.ts'
import { defineRoute } from '#core/contract/route.ts'
import { defineQuery } from '#core/sync/query.ts'

export const companyNamesRoute = defineRoute({
  name: 'contacts.companyNames',
  method: 'GET',
  path: 'firms/company/names',
  summary: 'Get the names that my Targets use for merged companies, one list for each company',
  answer: z.object({ companies: z.array(z.array(z.string())) }),
})

/** Kept on the device, so that merged companies are one offline too. */
export const companyNames = defineQuery({
  name: 'companyNames',
  route: companyNamesRoute,
  callOf: () => ({}),
  isLive: true,
})

/**
 * Returns a function from a name to the key of its company's page. It remembers names, because names are compared
 * often.
 */
export function pageKeysFor(companies: readonly (readonly string[])[]): (name: string) => string {
  const leads = new Map(
    companies.flatMap(([lead = '', ...others]) => others.map((name) => [pageKeyOf(name), pageKeyOf(lead)] as const)),
  )
  const known = new Map<string, string>()
  return (name) => {
    let key = known.get(name)
    if (key === undefined) {
      const own = pageKeyOf(name)
      key = leads.get(own) ?? own
      known.set(name, key)
    }
    return key
  }
}
